; box: more.c
; answer: sat
; known: phi(n) = 96, n odd: 119
(declare-cb phi (Int) Int)
(declare-const n Int)
(assert (= (phi n) 96))
(assert (= (mod n 2) 1))
(check-sat)
