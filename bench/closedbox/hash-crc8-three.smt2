; box: more.c
; answer: sat
; known: many
(declare-cb crc8 ((_ BitVec 32)) (_ BitVec 8))
(declare-const x (_ BitVec 32))
(assert (= (crc8 x) #x5a))
(assert (= (crc8 (bvadd x #x00000001)) #x5d))
(assert (= (bvurem x #x00000064) #x00000010))
(check-sat)
