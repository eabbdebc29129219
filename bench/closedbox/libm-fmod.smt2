; box: libm.so.6
; answer: sat
; known: 1003
(declare-cb fmod (Real Real) Real)
(declare-const x Real)
(assert (= (fmod x 7.0) 2.0))
(assert (> x 1000.0))
(check-sat)
