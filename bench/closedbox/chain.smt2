; box: hash.c
; answer: sat
; known: sbox is a permutation
(declare-cb sbox ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (sbox (sbox (sbox (sbox x)))) #x77))
(check-sat)
