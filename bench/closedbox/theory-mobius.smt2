; box: more.c
; answer: sat
; known: four in a row without squares fail, so three
(declare-cb mobius (Int) Int)
(declare-const n Int)
(assert (= (mobius n) 1))
(assert (= (mobius (+ n 1)) 1))
(assert (= (mobius (+ n 2)) 1))
(assert (> n 100))
(check-sat)
