; box: mixed.c
; answer: sat
; known: many numbers
(declare-cb verhoeff_like ((_ BitVec 64)) (_ BitVec 8))
(declare-const x (_ BitVec 64))
(assert (= (verhoeff_like x) #x0a))
(assert (= (verhoeff_like (bvadd x #x0000000000000001)) #x00))
(assert (bvugt x #x00000000ffffffff))
(check-sat)
