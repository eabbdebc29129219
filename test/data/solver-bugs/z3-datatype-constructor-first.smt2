; solver: z3 4.8.12
; wrong: error
; "Unknown constant": no sort was (D Bool) before the constructor. What s has made holds false: unsat.
(set-logic QF_DT)
(declare-datatypes ((D 1)) ((par (T) ((s (w T))))))
(assert (w (s false)))
(check-sat)
