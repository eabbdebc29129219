; box: labs=libc.so.6:labs
; answer: sat
; known: abs of libc
(declare-cb labs (Int) Int)
(declare-const x Int)
(assert (= (labs x) 17))
(assert (< x 0))
(check-sat)
