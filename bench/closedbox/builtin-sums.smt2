; box: builtin.c
; answer: sat
; known: a = 0xff05, b = 7
(declare-cb byte_sums ((_ BitVec 64) (_ BitVec 64)) (_ BitVec 32))
(declare-const a (_ BitVec 64))
(declare-const b (_ BitVec 64))
(assert (bvult a #x0000000000010000))
(assert (bvult b #x0000000000000100))
(assert (= (byte_sums a b) #x01040007))
(check-sat)
