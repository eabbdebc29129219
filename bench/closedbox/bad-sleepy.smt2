; box: more.c
; answer: sat
; known: x = 41
(declare-cb sleepy5 ((_ BitVec 16)) (_ BitVec 16))
(declare-const x (_ BitVec 16))
(assert (= (sleepy5 x) #x007c))
(check-sat)
