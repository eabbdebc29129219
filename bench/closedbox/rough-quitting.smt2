; box: rough.c
; answer: sat
; known: 99
(declare-cb quitting (Int) Int)
(declare-const x Int)
(assert (= (quitting x) 9900))
(check-sat)
