; box: digest.c
; answer: sat
; known: the checksum of 777777
(declare-cb crc32 ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00100000))
(assert (= (crc32 x) (_ bv221282601 32)))
(check-sat)
