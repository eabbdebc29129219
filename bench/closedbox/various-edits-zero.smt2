; box: various.c
; answer: sat
; known: the word itself
(declare-cb edits (String) Int)
(declare-const s String)
(assert (= (edits s) 0))
(check-sat)
