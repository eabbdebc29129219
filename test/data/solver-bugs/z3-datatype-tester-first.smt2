; solver: z3 4.8.12
; wrong: error
; "Unknown function": no sort was (D Bool) before the tester. A value that a has made was not made by b: unsat.
(set-logic QF_DT)
(declare-datatypes ((D 1)) ((par (T) ((a) (b)))))
(assert ((_ is b) (as a (D Bool))))
(check-sat)
