; box: mixed.c
; option: -t 2s
; answer: unknown
; known: a box that is no function
(declare-cb drifting (Int) Int)
(declare-const x Int)
(assert (= (drifting x) (+ x 5)))
(check-sat)
