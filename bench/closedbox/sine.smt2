; box: number.c
; answer: sat
; known: sin is above 0.99 around 1.57
(declare-cb sine (Real) Real)
(declare-const x Real)
(assert (> (sine x) 0.99))
(assert (and (> x 1.0) (< x 3.0)))
(check-sat)
