; box: more.c
; answer: sat
; known: 7 * 1000003
(declare-cb sign_product (Int Int) Int)
(declare-const a Int)
(declare-const b Int)
(assert (= (sign_product a b) 0))
(assert (and (< 1 a 100) (> b 0)))
(check-sat)
