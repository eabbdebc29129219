; box: hash.c
; answer: sat
; known: a 16-bit checksum of 32 bits
(declare-cb crc16 ((_ BitVec 32)) (_ BitVec 16))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (crc16 x) (crc16 y)))
(assert (bvult x y))
(check-sat)
