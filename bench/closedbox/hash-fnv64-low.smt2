; box: mixed.c
; slow
; answer: sat
; known: by construction, x = 0x00000000000d17e5
(declare-cb fnv64 ((_ BitVec 64)) (_ BitVec 64))
(declare-const x (_ BitVec 64))
(assert (= (fnv64 x) #xbacac0b1ead96018))
(assert (bvult x #x0000000010000000))
(check-sat)
