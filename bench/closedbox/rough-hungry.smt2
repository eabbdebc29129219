; box: rough.c
; answer: sat
; known: x + 77
(declare-cb hungry ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvugt (hungry x) #xfffff000))
(check-sat)
