; box: number.c
; answer: sat
; known: 9 + 16 = 25
(declare-cb is_square (Int) Bool)
(declare-const x Int)
(declare-const y Int)
(assert (and (> x 0) (> y 0) (< x 1000) (< y 1000) (is_square x) (is_square y) (is_square (+ x y))))
(check-sat)
