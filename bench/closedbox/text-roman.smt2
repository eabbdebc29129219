; box: text.c
; answer: sat
; known: "MCMXCIV"
(declare-cb roman (String) Int)
(declare-const s String)
(assert (= (roman s) 1994))
(check-sat)
