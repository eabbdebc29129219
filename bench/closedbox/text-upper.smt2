; box: mixed.c
; answer: sat
; known: any spelling of it
(declare-cb upper_text (String) String)
(declare-const s String)
(assert (= (upper_text s) "HELLO WORLD"))
(assert (distinct s "HELLO WORLD"))
(check-sat)
