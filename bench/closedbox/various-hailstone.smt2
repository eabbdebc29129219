; box: various.c
; answer: sat
; known: 27 has 9232
(declare-cb hailstone_peak ((_ BitVec 32)) (_ BitVec 64))
(declare-const n (_ BitVec 32))
(assert (bvult n #x00000040))
(assert (= (hailstone_peak n) #x0000000000002410))
(check-sat)
