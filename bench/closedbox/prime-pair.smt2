; box: number.c
; answer: sat
; known: 101 and 103 are prime
(declare-cb is_prime (Int) Bool)
(declare-const x Int)
(assert (and (> x 100) (is_prime x) (is_prime (+ x 2))))
(check-sat)
