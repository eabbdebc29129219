; box: number.c
; answer: sat
; known: 97 + 3 = 100
(declare-cb is_prime (Int) Bool)
(declare-const x Int)
(declare-const y Int)
(assert (= (+ x y) 100))
(assert (and (is_prime x) (is_prime y) (> x 90)))
(check-sat)
