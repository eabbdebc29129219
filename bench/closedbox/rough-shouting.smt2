; box: rough.c
; answer: sat
; known: a bijection
(declare-cb shouting ((_ BitVec 16)) (_ BitVec 16))
(declare-const x (_ BitVec 16))
(assert (= (shouting x) #x0042))
(check-sat)
