; box: hash.c
; answer: sat
; known: addition
(declare-cb wide_add ((_ BitVec 128) (_ BitVec 128)) (_ BitVec 128))
(declare-const x (_ BitVec 128))
(assert (= (wide_add x #x00000000000000000000000000000001) #x00000000000000010000000000000000))
(check-sat)
