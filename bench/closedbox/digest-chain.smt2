; box: digest.c
; answer: sat
; known: from 5000
(declare-cb step ((_ BitVec 32)) (_ BitVec 32))
(declare-cb linear ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (linear (step (linear x))) (_ bv609343030 32)))
(assert (bvult x #x00010000))
(check-sat)
