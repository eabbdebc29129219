; box: mixed.c
; answer: sat
; known: x = 300
(declare-cb slow_square ((_ BitVec 16)) (_ BitVec 16))
(declare-const x (_ BitVec 16))
(assert (= (slow_square x) #x5f90))
(assert (bvult x #x0200))
(check-sat)
