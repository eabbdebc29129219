; box: mixed.c
; answer: sat
; known: by construction, "C0de"
(declare-cb fletcher ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 16))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(declare-const d (_ BitVec 8))
(assert (= (fletcher a b c d) #xcb3d))
(assert (and (bvuge a #x30) (bvuge b #x30) (bvuge c #x30) (bvuge d #x30)))
(assert (= (bvadd a d) #xa8))
(check-sat)
