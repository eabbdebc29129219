; box: more.c
; answer: sat
; known: between two thresholds
(declare-cb softmax0 (Real Real Real) Real)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (> (softmax0 a b c) 0.7))
(assert (< (softmax0 a b c) 0.70001))
(assert (= (+ a b c) 0.0))
(check-sat)
