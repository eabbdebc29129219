; box: more.c
; answer: sat
; known: 10.0.0.42
(declare-cb ipv4 (String) Int)
(declare-const s String)
(assert (= (ipv4 s) 167772202))
(check-sat)
