; box: mixed.c
; answer: sat
; known: C(16, 5) = 4368
(declare-cb binomial (Int Int) Int)
(declare-const n Int)
(declare-const k Int)
(assert (= (binomial n k) 4368))
(assert (< 1 k 8))
(check-sat)
