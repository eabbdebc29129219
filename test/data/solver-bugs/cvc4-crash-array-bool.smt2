; solver: cvc4 1.8
; wrong: crash
; A null pointer. A function that writes true at true fits: sat.
(set-logic QF_AUF)
(declare-const a (Array Bool Bool))
(declare-fun b ((Array Bool Bool)) (Array Bool Bool))
(assert (= (store a true true) (b a)))
(check-sat)
