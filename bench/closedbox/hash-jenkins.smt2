; box: mixed.c
; slow
; answer: sat
; known: x = #x9b3c51d2
(declare-cb jenkins ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (jenkins x) #xb40d31fd))
(check-sat)
