; box: hash.c
; answer: sat
; known: many vectors
(declare-cb wide_parity ((_ BitVec 128)) (_ BitVec 8))
(declare-const x (_ BitVec 128))
(assert (= (wide_parity x) #xa5))
(assert (= ((_ extract 7 0) x) #x01))
(check-sat)
