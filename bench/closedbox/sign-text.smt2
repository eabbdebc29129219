; box: mixed.c
; answer: sat
; known: "quokka"
(declare-cb order (String) Int)
(declare-const s String)
(assert (= (order s) 0))
(check-sat)
