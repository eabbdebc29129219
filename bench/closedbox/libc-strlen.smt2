; box: libc.so.6
; answer: sat
; known: twelve characters from x on
(declare-cb strlen (String) (_ BitVec 64))
(declare-const s String)
(assert (= (strlen s) (_ bv12 64)))
(assert (= (str.at s 0) "x"))
(check-sat)
