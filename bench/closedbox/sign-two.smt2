; box: number.c
; answer: sat
; known: y = (3x + 7) xor #xdeadbeef
(declare-cb sign ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 8))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (sign x y) #x00))
(assert (bvugt x #x00010000))
(check-sat)
