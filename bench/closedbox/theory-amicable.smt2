; box: mixed.c
; answer: sat
; known: 220 and 284
(declare-cb sum_divisors (Int) Int)
(declare-const a Int)
(declare-const b Int)
(assert (= (- (sum_divisors a) a) b))
(assert (= (- (sum_divisors b) b) a))
(assert (< 1 a b))
(check-sat)
