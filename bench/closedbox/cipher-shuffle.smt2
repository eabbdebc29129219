; box: cipher.c
; answer: sat
; known: lanes in reverse order
(declare-cb shuffle_lanes ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const o (_ BitVec 32))
(assert (= (shuffle_lanes #x04030201 o) #x01020304))
(check-sat)
