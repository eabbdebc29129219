; box: types.c
; answer: sat
; known: three characters that start with A: 30 + 65
(declare-cb length (String) Int)
(declare-cb greet (Bool) String)
(declare-const s String)
(declare-const b Bool)
(assert (= (length s) 95))
(assert (= (str.len s) 3))
(assert (= (greet b) "bye"))
(check-sat)
