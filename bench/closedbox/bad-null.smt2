; box: more.c
; answer: sat
; known: not a multiple of 3
(declare-cb null_sometimes ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (null_sometimes x) #x00000831))
(check-sat)
