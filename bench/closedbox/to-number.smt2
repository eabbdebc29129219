; box: number.c
; answer: sat
; known: "421"
(declare-cb to_number (String) Int)
(declare-const s String)
(assert (= (to_number s) 421))
(check-sat)
