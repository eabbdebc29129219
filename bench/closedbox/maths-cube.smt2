; box: more.c
; answer: sat
; known: x = 29.791
(declare-cb cube (Real) Real)
(declare-const x Real)
(assert (< 3.0999 (cube x) 3.1001))
(assert (> x 0.0))
(check-sat)
