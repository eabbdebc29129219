; box: rough.c
; answer: sat
; known: about 3000
(declare-cb sleepy ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (sleepy x) #x000003e8))
(check-sat)
