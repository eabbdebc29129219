; box: various.c
; answer: sat
; slow
; known: 3.14.159
(declare-cb compare_versions (Int Int Int) Int)
(declare-const a Int)(declare-const b Int)(declare-const c Int)
(assert (and (>= a 0) (<= a 99) (>= b 0) (<= b 999) (>= c 0) (<= c 999)))
(assert (= (compare_versions a b c) 0))
(check-sat)
