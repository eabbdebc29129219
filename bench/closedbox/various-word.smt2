; box: various.c
; answer: sat
; known: zzzb has 26*3+2 = 80
(declare-cb word_value (String) Int)
(declare-const s String)
(assert (= (str.len s) 4))
(assert (str.prefixof "z" s))
(assert (= (word_value s) 80))
(check-sat)
