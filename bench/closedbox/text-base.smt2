; box: text.c
; answer: sat
; known: "0x1f4"
(declare-cb any_base (String) Int)
(declare-const s String)
(assert (= (any_base s) 500))
(assert (str.prefixof "0x" s))
(check-sat)
