; box: various.c
; answer: sat
; known: sitting has 3
(declare-cb edits (String) Int)
(declare-const s String)
(assert (= (edits s) 2))
(assert (= (str.len s) 8))
(check-sat)
