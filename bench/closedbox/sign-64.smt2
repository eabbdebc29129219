; box: theory.c
; answer: sat
; known: the secret
(declare-cb compare64 ((_ BitVec 64)) (_ BitVec 32))
(declare-const x (_ BitVec 64))
(assert (= (compare64 x) #x00000000))
(check-sat)
