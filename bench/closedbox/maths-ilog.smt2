; box: mixed.c
; answer: sat
; known: x = 5000
(declare-cb ilog (Int) Int)
(declare-const x Int)
(assert (= (ilog x) 12))
(assert (= (mod x 1000) 0))
(assert (> x 4500))
(check-sat)
