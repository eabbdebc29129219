; box: mixed.c
; answer: sat
; known: the inverse of a table
(declare-cb sbox4 ((_ BitVec 4)) (_ BitVec 4))
(declare-const x (_ BitVec 4))
(declare-const k (_ BitVec 4))
(assert (= (sbox4 (bvxor (sbox4 (bvxor x k)) k)) #x3))
(assert (= (sbox4 (bvxor x #x5)) #xe))
(check-sat)
