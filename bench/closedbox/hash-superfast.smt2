; box: more.c
; slow
; answer: sat
; known: by construction
(declare-cb superfast ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 32))
(declare-const a (_ BitVec 16))
(declare-const b (_ BitVec 16))
(assert (= (superfast a b) #x42a4606c))
(check-sat)
