; box: hostile.c
; answer: sat
; known: x = 100
(declare-cb scribbling ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (scribbling x) #x00000064))
(check-sat)
