; box: various.c
; answer: unsat
; known: counted through: peaks are even above 2
(declare-cb hailstone_peak ((_ BitVec 32)) (_ BitVec 64))
(declare-const n (_ BitVec 32))
(assert (bvult n #x00004000))
(assert (bvugt n #x00000010))
(assert (= (hailstone_peak n) #x0000000000002411))
(check-sat)
