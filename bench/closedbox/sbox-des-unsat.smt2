; box: more.c
; answer: unsat
; known: a differential of the first box of DES, by sweep
(declare-cb des_s1 ((_ BitVec 6)) (_ BitVec 4))
(declare-const x (_ BitVec 6))
(declare-const y (_ BitVec 6))
(declare-const k (_ BitVec 6))
(assert (= (des_s1 (bvxor x k)) #xe))
(assert (= (des_s1 (bvxor y k)) #x2))
(assert (= (bvxor x y) #b110100))
(assert (= x #b000111))
(check-sat)
