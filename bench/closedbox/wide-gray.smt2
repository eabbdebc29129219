; box: mixed.c
; answer: sat
; known: the Gray code is a bijection
(declare-cb gray ((_ BitVec 160)) (_ BitVec 160))
(declare-const x (_ BitVec 160))
(assert (= (gray x) #xb1fb61982f81e7e101b2e7d44d7e2b188080ff7f))
(check-sat)
