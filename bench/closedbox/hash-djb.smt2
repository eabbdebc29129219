; box: mixed.c
; answer: sat
; known: x = #x61c40e7b
(declare-cb djb ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (djb x) #x7c7c0db5))
(check-sat)
