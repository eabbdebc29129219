; box: hash.c
; answer: unsat
; known: by trying all 65536 pairs
(declare-cb sbox ((_ BitVec 8)) (_ BitVec 8))
(declare-const k (_ BitVec 8))
(declare-const j (_ BitVec 8))
(assert (= (sbox (bvxor k #x11)) (bvxor j #x33)))
(assert (= (sbox (bvxor j #x22)) (bvxor k #x44)))
(check-sat)
