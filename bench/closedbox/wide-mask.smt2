; box: cipher.c
; answer: sat
; known: a key of 256 bits
(declare-cb mask_key ((_ BitVec 256) (_ BitVec 256)) (_ BitVec 256))
(declare-const x (_ BitVec 256))
(declare-const k (_ BitVec 256))
(assert (= ((_ extract 15 0) (mask_key x k)) #xbeef))
(assert (= ((_ extract 255 248) x) #x77))
(assert (= x (bvnot k)))
(check-sat)
