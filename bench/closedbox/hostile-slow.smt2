; box: hostile.c
; answer: sat
; known: x = 1000
(declare-cb slow ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (slow x) #x00000bb8))
(check-sat)
