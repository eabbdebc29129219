; box: libm.so.6
; answer: sat
; known: many numbers
(declare-cb floor (Real) Real)
(declare-cb ceil (Real) Real)
(declare-const x Real)
(assert (= (- (ceil x) (floor x)) 1.0))
(assert (= (floor (* 2.0 x)) 9.0))
(check-sat)
