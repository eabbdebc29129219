; box: unit.c
; answer: sat
; known: many arrays
(declare-cb largest ((Array (_ BitVec 4) (_ BitVec 8))) (_ BitVec 8))
(declare-cb total ((Array (_ BitVec 4) (_ BitVec 8))) (_ BitVec 8))
(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
(assert (= (largest a) #xc8))
(assert (= (total a) #x11))
(assert (= (select a #x0) #x05))
(check-sat)
