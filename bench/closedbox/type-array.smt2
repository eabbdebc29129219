; box: types.c
; answer: sat
; known: many arrays have this weighted sum
(declare-cb sum ((Array (_ BitVec 4) (_ BitVec 8))) (_ BitVec 8))
(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
(assert (= (sum a) #x2a))
(assert (= (select a #x0) #x01))
(check-sat)
