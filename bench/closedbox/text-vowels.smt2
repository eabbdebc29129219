; box: text.c
; answer: sat
; known: "abaaa"
(declare-cb vowels (String) Int)
(declare-const s String)
(assert (= (vowels s) 4))
(assert (str.prefixof "ab" s))
(assert (= (str.len s) 6))
(check-sat)
