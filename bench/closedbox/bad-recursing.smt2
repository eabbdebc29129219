; box: more.c
; answer: sat
; known: x = 5000
(declare-cb recursing ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (recursing x) #x00001324))
(check-sat)
