; box: text.c
; answer: sat
; known: "((()))"
(declare-cb balanced (String) Bool)
(declare-const s String)
(assert (balanced s))
(assert (= (str.len s) 6))
(check-sat)
