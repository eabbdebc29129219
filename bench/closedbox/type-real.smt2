; box: types.c
; answer: sat
; known: 6 / 4 + 1 = 2.5
(declare-cb real (Real) Real)
(declare-const x Real)
(assert (= (real x) 2.5))
(check-sat)
