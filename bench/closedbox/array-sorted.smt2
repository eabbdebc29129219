; box: unit.c
; answer: sat
; known: 3 ... 40
(declare-cb sorted ((Array (_ BitVec 3) (_ BitVec 8))) Bool)
(declare-const a (Array (_ BitVec 3) (_ BitVec 8)))
(assert (sorted a))
(assert (= (select a #b000) #x03))
(assert (= (select a #b111) #x28))
(assert (bvugt (select a #b100) (select a #b011)))
(assert (bvugt (select a #b010) #x08))
(check-sat)
