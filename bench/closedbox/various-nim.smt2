; box: various.c
; answer: sat
; known: take from the first heap what makes the sum 0
(declare-cb nim ((_ BitVec 16) (_ BitVec 16) (_ BitVec 16)) (_ BitVec 16))
(declare-const a (_ BitVec 16))
(assert (bvult a #x1388))
(assert (= (nim a #x0abc #x07d1) #x0000))
(check-sat)
