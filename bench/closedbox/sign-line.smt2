; box: mixed.c
; answer: sat
; known: 3a + 7b = 123456789 has solutions
(declare-cb compare_sum (Int Int) Int)
(declare-const a Int)
(declare-const b Int)
(assert (= (compare_sum a b) 0))
(assert (> a 1000))
(assert (> b 1000))
(check-sat)
