; box: various.c
; option: -t 1s
; answer: unknown
; known: one letter has at most 26, but strings are not swept, so that nobody can know
(declare-cb word_value (String) Int)
(declare-const s String)
(assert (= (str.len s) 1))
(assert (= (word_value s) 27))
(check-sat)
