; box: text.c
; answer: sat
; known: "2.5"
(declare-cb as_double (String) Real)
(declare-const s String)
(assert (= (as_double s) 2.5))
(assert (< (str.len s) 5))
(check-sat)
