; solver: cvc5 1.0.3
; wrong: sat
; unsat: z3
; y is d of x, and x is c of y: no value of a datatype contains itself.
(set-logic ALL)
(declare-datatypes ((S 0) (T 0)) (((c (tail T))) ((nil) (d (head S)))))
(declare-const x S)
(declare-const y T)
(assert (= x (head y)))
(assert (= y (tail x)))
(assert (not (= y nil)))
(check-sat)
