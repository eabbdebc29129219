; box: more.c
; answer: sat
; known: by construction, k = #x9d3e
(declare-cb feistel ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 16))
(declare-const k (_ BitVec 16))
(assert (= (feistel #x0000 k) #x4730))
(assert (= (feistel #xffff k) #xe9a5))
(check-sat)
