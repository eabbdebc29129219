; box: number.c
; answer: unsat
; known: there is no prime between 113 and 127
(declare-cb is_prime (Int) Bool)
(declare-const x Int)
(assert (and (> x 113) (< x 127) (is_prime x)))
(check-sat)
