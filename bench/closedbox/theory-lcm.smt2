; box: mixed.c
; answer: sat
; known: by construction, 1260 and 5544
(declare-cb lcm ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 32))
(declare-const a (_ BitVec 16))
(declare-const b (_ BitVec 16))
(assert (= (lcm a b) #x00006c48))
(assert (bvult a b))
(assert (bvugt a #x03e8))
(assert (bvult b #x2000))
(check-sat)
