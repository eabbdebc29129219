; box: types.c
; answer: sat
; known: 9 * 9 - 2 = 79
(declare-cb integer (Int) Int)
(declare-const x Int)
(assert (= (integer x) 79))
(assert (< x 0))
(check-sat)
