; box: mixed.c
; answer: sat
; known: 16 bits, two messages
(declare-cb crc_ccitt ((_ BitVec 16)) (_ BitVec 16))
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (= (bvxor (crc_ccitt x) (crc_ccitt y)) #x1021))
(assert (bvult x y))
(assert (= (bvand x #x00ff) #x0042))
(check-sat)
