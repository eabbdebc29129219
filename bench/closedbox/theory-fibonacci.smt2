; box: theory.c
; answer: sat
; known: 1597
(declare-cb is_fibonacci (Int) Bool)
(declare-const x Int)
(assert (is_fibonacci x))
(assert (and (> x 1000) (< x 2000)))
(check-sat)
