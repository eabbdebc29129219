; box: text.c
; answer: sat
; known: "drow"
(declare-cb reversed (String) String)
(declare-const s String)
(assert (= (reversed s) "drow"))
(check-sat)
