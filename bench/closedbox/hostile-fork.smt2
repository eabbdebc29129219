; box: hostile.c
; answer: sat
; known: x = 95
(declare-cb forking ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (forking x) #x00000064))
(check-sat)
