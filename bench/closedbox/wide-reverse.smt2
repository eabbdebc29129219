; box: more.c
; answer: sat
; known: an involution
(declare-cb reverse_bytes ((_ BitVec 128)) (_ BitVec 128))
(declare-const x (_ BitVec 128))
(assert (= (reverse_bytes x) #xa3b28190e7f6c5d42b3a09186f7e4d5c))
(check-sat)
