; box: more.c
; answer: sat
; known: x = 2000
(declare-cb threaded ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (threaded x) #x000003eb))
(check-sat)
