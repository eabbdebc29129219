; box: theory.c
; answer: sat
; known: 13231 = 101 * 131
(declare-cb reverse_digits (Int) Int)
(declare-const x Int)
(assert (= (reverse_digits x) x))
(assert (and (> x 10000) (< x 20000) (= (mod x 101) 0)))
(check-sat)
