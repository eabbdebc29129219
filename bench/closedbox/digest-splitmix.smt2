; box: digest.c
; slow
; answer: sat
; known: lowest byte and the highest bits
(declare-cb splitmix ((_ BitVec 64)) (_ BitVec 64))
(declare-const x (_ BitVec 64))
(assert (= ((_ extract 63 52) (splitmix x)) #xabc))
(assert (= ((_ extract 7 0) (splitmix x)) #x77))
(check-sat)
