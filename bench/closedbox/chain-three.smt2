; box: mixed.c
; answer: sat
; known: by construction
(declare-cb jenkins ((_ BitVec 32)) (_ BitVec 32))
(declare-cb djb ((_ BitVec 32)) (_ BitVec 32))
(declare-cb crc_ccitt ((_ BitVec 16)) (_ BitVec 16))
(declare-const x (_ BitVec 16))
(assert (= (djb (jenkins (concat (crc_ccitt x) x))) #x7c3a568b))
(check-sat)
