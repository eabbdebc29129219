; box: more.c
; answer: sat
; known: 101 * 103
(declare-cb smallest_factor (Int) Int)
(declare-const n Int)
(assert (= (smallest_factor n) 101))
(assert (= (smallest_factor (div n 101)) (div n 101)))
(assert (> n 10300))
(check-sat)
