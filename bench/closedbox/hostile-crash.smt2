; box: hostile.c
; answer: sat
; known: x = #x00000013: 19 is 3 modulo 16
(declare-cb crashing ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvugt x #x00000010))
(assert (= (crashing x) #x000000ec))
(check-sat)
