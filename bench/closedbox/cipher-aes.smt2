; box: cipher.c
; answer: sat
; known: two layers
(declare-cb aes ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (aes (bvxor (aes x) #x3c)) #x91))
(check-sat)
