; solver: z3 4.8.12
; wrong: sat
; unsat: cvc5
; No value of a datatype contains itself. With check-sat, z3 ends by a segmentation fault; for a datatype without parameters it says unsat.
(set-logic ALL)
(declare-datatypes ((D 1)) ((par (T) ((c) (d (e (D T)))))))
(declare-const x (D Bool))
(declare-const p Bool)
(assert (= x (d x)))
(check-sat-assuming (p))
