; box: more.c
; answer: sat
; known: one change of kitten that starts with s
(declare-cb levenshtein3 (String) Int)
(declare-const s String)
(assert (= (levenshtein3 s) 1))
(assert (str.prefixof "s" s))
(check-sat)
