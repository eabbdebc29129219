; box: various.c
; answer: sat
; known: Warsaw is about 520 km away
(declare-cb distance_home (Real Real) Real)
(declare-const a Real)(declare-const o Real)
(assert (and (> a 50.0) (< a 54.0) (> o 18.0) (< o 24.0)))
(assert (and (> (distance_home a o) 519.0) (< (distance_home a o) 520.0)))
(check-sat)
