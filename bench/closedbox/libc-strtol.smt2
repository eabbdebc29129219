; box: libc.so.6
; answer: sat
; known: libc: a text of 6 characters that is 4711 with a sign
(declare-cb atol (String) Int)
(declare-const s String)
(assert (= (atol s) (- 4711)))
(assert (= (str.len s) 7))
(check-sat)
