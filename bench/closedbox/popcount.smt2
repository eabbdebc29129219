; box: hash.c
; answer: sat
; known: seven bits
(declare-cb popcount ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (popcount x) #x00000007))
(assert (= (bvand x #x0000ffff) #x00008001))
(check-sat)
