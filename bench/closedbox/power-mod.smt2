; box: number.c
; answer: sat
; known: 3^4 = 81 modulo 1009, a discrete logarithm
(declare-cb power_mod ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (power_mod #x00000003 x #x000003f1) #x00000051))
(assert (bvult x #x00010000))
(check-sat)
