; box: number.c
; answer: unsat
; known: squares are 0 or 1 modulo 4, checked for all numbers of the range
(declare-cb is_square (Int) Bool)
(declare-const x Int)
(assert (and (>= x 0) (< x 100000) (= (mod x 4) 2) (is_square x)))
(check-sat)
