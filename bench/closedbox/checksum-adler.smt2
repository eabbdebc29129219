; box: hash.c
; answer: sat
; known: by construction
(declare-cb adler (String) (_ BitVec 32))
(declare-const s String)
(assert (= ((_ extract 15 0) (adler s)) #x0100))
(assert (= (str.len s) 3))
(check-sat)
