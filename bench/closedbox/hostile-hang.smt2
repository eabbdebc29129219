; box: hostile.c
; answer: sat
; known: x = 42, even
(declare-cb hanging ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (hanging x) #x0000001c))
(check-sat)
