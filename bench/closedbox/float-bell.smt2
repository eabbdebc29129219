; box: unit.c
; answer: sat
; known: about 0.83
(declare-cb bell (Real) Real)
(declare-const x Real)
(assert (and (> (bell x) 0.4999999) (< (bell x) 0.5000001)))
(assert (< x 0.0))
(check-sat)
