; box: more.c
; answer: sat
; known: a longer one
(declare-cb palindrome (String) Bool)
(declare-const s String)
(assert (palindrome s))
(assert (str.contains s "abc"))
(assert (= (str.len s) 8))
(check-sat)
