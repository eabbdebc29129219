; box: more.c
; answer: sat
; known: the same distance on both sides
(declare-cb closer ((_ BitVec 64) (_ BitVec 64)) (_ BitVec 8))
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(assert (= (closer x y) #x00))
(assert (distinct x y))
(check-sat)
