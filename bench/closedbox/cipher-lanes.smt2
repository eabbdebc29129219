; box: cipher.c
; answer: sat
; known: lanes that saturate
(declare-cb add_lanes ((_ BitVec 64) (_ BitVec 64)) (_ BitVec 64))
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(assert (= (add_lanes x y) #xff10ff20ff30ff40))
(assert (bvult ((_ extract 63 56) x) #xc0))
(assert (= ((_ extract 7 0) y) #x11))
(check-sat)
