; box: theory.c
; answer: sat
; known: 20, 21, 29
(declare-cb root (Int) Int)
(declare-const x Int)
(declare-const y Int)
(assert (= (* (root (+ (* x x) (* y y))) (root (+ (* x x) (* y y)))) (+ (* x x) (* y y))))
(assert (and (> x 15) (> y x) (< y 40)))
(check-sat)
