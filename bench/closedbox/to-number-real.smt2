; box: mixed.c
; answer: sat
; known: -2.5e3
(declare-cb parse_real (String) Real)
(declare-const s String)
(assert (= (parse_real s) (- 2500.0)))
(assert (< (str.len s) 7))
(check-sat)
