; box: mixed.c
; answer: sat
; known: 2h3m4s
(declare-cb parse_duration (String) Int)
(declare-const s String)
(assert (= (parse_duration s) 7384))
(assert (str.contains s "m"))
(check-sat)
