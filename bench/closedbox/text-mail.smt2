; box: mixed.c
; answer: sat
; known: a@b.c
(declare-cb is_mail (String) Bool)
(declare-const s String)
(assert (is_mail s))
(assert (str.contains s "rose"))
(assert (<= (str.len s) 12))
(check-sat)
