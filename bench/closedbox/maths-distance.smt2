; box: more.c
; answer: sat
; known: points at distance 5
(declare-cb distance (Real Real) Real)
(declare-const x Real)
(declare-const y Real)
(assert (= (distance x y) 5.0))
(assert (> x 3.0))
(check-sat)
