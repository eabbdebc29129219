; box: rough.c
; answer: unknown
; known: a box that is no function
(declare-cb dice ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00000010))
(assert (bvugt (dice x) #x00000020))
(check-sat)
