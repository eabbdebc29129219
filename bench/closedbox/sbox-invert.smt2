; box: hash.c
; answer: sat
; known: a permutation
(declare-cb sbox ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (sbox x) #x00))
(check-sat)
