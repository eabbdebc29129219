; box: hostile.c
; answer: sat
; known: x = 30
(declare-cb exiting ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (exiting x) #x00000384))
(check-sat)
