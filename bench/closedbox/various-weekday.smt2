; box: various.c
; answer: sat
; known: 2026-11-18 is a Wednesday, 4 by Zeller
(declare-cb weekday (Int Int Int) Int)
(declare-const d Int)
(assert (and (>= d 1) (<= d 30)))
(assert (= (weekday d 11 2026) 4))
(assert (> d 20))
(assert (distinct (weekday d 12 2026) 4))
(check-sat)
