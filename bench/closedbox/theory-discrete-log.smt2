; box: mixed.c
; answer: sat
; known: by construction, e = 777777
(declare-cb modpow ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const e (_ BitVec 32))
(assert (= (modpow #x00000005 e) #x000803c5))
(assert (bvult e #x00100000))
(check-sat)
