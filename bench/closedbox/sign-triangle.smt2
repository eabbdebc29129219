; box: more.c
; answer: sat
; known: an isosceles one with a perimeter of 36
(declare-cb triangle_kind (Int Int Int) Int)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (= (triangle_kind a b c) 2))
(assert (= (+ a b c) 36))
(assert (< a b))
(check-sat)
