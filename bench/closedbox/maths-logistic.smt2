; box: mixed.c
; answer: sat
; known: between 1.38 and 1.39 or so
(declare-cb logistic (Real) Real)
(declare-const x Real)
(assert (> (logistic x) 0.8))
(assert (< (logistic x) 0.8001))
(check-sat)
