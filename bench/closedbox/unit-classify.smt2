; box: unit.c
; answer: sat
; known: third class
(declare-cb classify ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 8))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(declare-const d (_ BitVec 8))
(assert (= (classify a b c d) #x02))
(assert (bvult c #x20))
(assert (bvugt a #x10))
(check-sat)
