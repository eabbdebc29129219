; box: mixed.c
; answer: sat
; known: by construction, "fox"
(declare-cb sdbm (String) (_ BitVec 32))
(declare-const s String)
(assert (= (sdbm s) #x32a9492f))
(assert (= (str.len s) 3))
(check-sat)
