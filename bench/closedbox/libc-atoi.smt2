; box: libc.so.6
; answer: sat
; known: "90210"
(declare-cb atoi (String) (_ BitVec 32))
(declare-const s String)
(assert (= (atoi s) (_ bv90210 32)))
(check-sat)
