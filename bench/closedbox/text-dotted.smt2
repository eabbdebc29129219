; box: text.c
; answer: sat
; known: "10.1.2.3"
(declare-cb dotted (String) Int)
(declare-const s String)
(assert (= (dotted s) 167838211))
(check-sat)
