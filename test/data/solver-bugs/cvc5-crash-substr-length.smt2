; solver: cvc5 1.0.3 --strings-exp
; wrong: crash
; A segmentation fault for a length of 2^32 - 1, where the text is short. The substring is "5".
; In some runs memory runs out instead.
(set-logic QF_SLIA)
(assert (str.<= "" (str.substr (str.from_int 218855) 5 4294967295)))
(check-sat)
