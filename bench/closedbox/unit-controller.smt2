; box: unit.c
; answer: sat
; known: many states
(declare-cb controller (Real Real) Real)
(declare-const a Real)
(declare-const v Real)
(assert (> (controller a v) 1.2))
(assert (and (> a (- 2.0)) (< a 3.0) (> v (- 5.0)) (< v 5.0)))
(check-sat)
