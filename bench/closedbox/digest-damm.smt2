; box: digest.c
; answer: sat
; known: one in ten
(declare-cb damm ((_ BitVec 32)) (_ BitVec 8))
(declare-const x (_ BitVec 32))
(assert (= (damm x) #x00))
(assert (and (bvugt x (_ bv1000000 32)) (bvult x (_ bv2000000 32))))
(assert (= (bvurem x (_ bv97 32)) (_ bv13 32)))
(check-sat)
