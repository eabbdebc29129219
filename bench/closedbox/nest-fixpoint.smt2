; box: mixed.c
; answer: sat
; known: x = 0 maps to 0: bvxor of both
(declare-cb lcm ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 32))
(declare-cb sbox4 ((_ BitVec 4)) (_ BitVec 4))
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 16))
(assert (= (sbox4 (sbox4 (sbox4 (sbox4 x)))) x))
(assert (= (lcm ((_ zero_extend 12) x) y) #x0000003c))
(assert (bvugt y #x0004))
(check-sat)
