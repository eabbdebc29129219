; box: more.c
; answer: sat
; known: by construction
(declare-cb crc8 ((_ BitVec 32)) (_ BitVec 8))
(declare-cb class_of ((_ BitVec 8)) (_ BitVec 8))
(declare-cb xorshift ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (class_of (crc8 (xorshift x))) #x02))
(assert (= (class_of (crc8 x)) #x01))
(assert (= (bvand x #x0000ffff) #x0000cafe))
(check-sat)
