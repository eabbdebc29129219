; box: digest.c
; answer: sat
; known: the hash of 11111111
(declare-cb murmur_end ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x01000000))
(assert (= (murmur_end x) (_ bv472971667 32)))
(check-sat)
