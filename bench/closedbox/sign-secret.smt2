; box: number.c
; answer: sat
; known: the secret is 87178291199
(declare-cb compare (Int) Int)
(declare-const x Int)
(assert (= (compare x) 0))
(check-sat)
