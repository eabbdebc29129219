; box: mixed.c
; answer: sat
; known: x = 100
(declare-cb chatty (Int) Int)
(declare-const x Int)
(assert (= (chatty x) 9900))
(assert (> x 0))
(check-sat)
