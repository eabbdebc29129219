; box: hostile.c
; answer: sat
; known: x = 110
(declare-cb aborting ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (aborting x) #x00000064))
(check-sat)
