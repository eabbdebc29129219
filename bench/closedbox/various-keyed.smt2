; box: various.c
; answer: sat
; known: by construction with key 0x5eed; any of the keys
(declare-cb keyed_mix ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const k (_ BitVec 32))
(assert (bvult k #x00010000))
(assert (= (keyed_mix k #x00000001) (keyed_mix #x00005eed #x00000001)))
(assert (= (keyed_mix k #x00000002) (keyed_mix #x00005eed #x00000002)))
(assert (bvugt k #x00001000))
(check-sat)
