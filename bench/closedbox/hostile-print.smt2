; box: hostile.c
; answer: sat
; known: x = 89
(declare-cb printing ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (printing x) #x00000064))
(check-sat)
