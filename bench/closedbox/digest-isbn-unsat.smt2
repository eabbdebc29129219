; box: digest.c
; answer: unsat
; known: a remainder by 11 is at most 10
(declare-cb isbn ((_ BitVec 32)) (_ BitVec 8))
(declare-const x (_ BitVec 32))
(assert (bvult x (_ bv1000000 32)))
(assert (bvugt (isbn x) #x0a))
(check-sat)
