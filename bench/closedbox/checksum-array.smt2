; box: hash.c
; answer: sat
; known: many arrays
(declare-cb fletcher ((Array (_ BitVec 4) (_ BitVec 8))) (_ BitVec 16))
(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
(assert (= ((_ extract 7 0) (fletcher a)) #x7b))
(assert (bvugt (select a #x3) #x10))
(check-sat)
