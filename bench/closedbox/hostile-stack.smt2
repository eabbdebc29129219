; box: hostile.c
; answer: sat
; known: x = 41
(declare-cb deep ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (deep x) #x0000002a))
(check-sat)
