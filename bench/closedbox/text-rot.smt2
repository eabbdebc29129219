; box: more.c
; answer: sat
; known: rot13
(declare-cb rot13 (String) String)
(declare-const s String)
(assert (= (rot13 s) "Uryyb, Jbeyq"))
(check-sat)
