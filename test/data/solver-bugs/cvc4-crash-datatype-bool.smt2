; solver: cvc4 1.8
; wrong: crash
; A null pointer. Not every box holds true, so that unsat is right.
(set-logic ALL)
(declare-datatype Box (par (A) ((box (unbox A)))))
(assert (forall ((x (Box Bool))) (unbox x)))
(check-sat)
