; box: mixed.c
; answer: unsat
; known: the symbol is multiplicative; by sweep
(declare-cb legendre (Int) Int)
(declare-const a Int)
(assert (<= 1 a 10006))
(assert (not (= (legendre a) 1)))
(assert (not (= (legendre a) (- 1))))
(check-sat)
