; box: theory.c
; answer: sat
; known: 720 has 30
(declare-cb divisors (Int) Int)
(declare-const n Int)
(assert (= (divisors n) 30))
(assert (< n 1000))
(check-sat)
