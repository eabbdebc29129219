; box: theory.c
; answer: sat
; known: 17636684
(declare-cb scale (Int) Int)
(declare-const w Int)
(assert (= (scale w) 0))
(check-sat)
