; box: mixed.c
; answer: sat
; known: aab..
(declare-cb runs (String) Int)
(declare-const s String)
(assert (= (runs s) 4))
(assert (= (str.len s) 9))
(assert (str.prefixof "aa" s))
(assert (str.suffixof "aa" s))
(check-sat)
