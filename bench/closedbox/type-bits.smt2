; box: types.c
; answer: sat
; known: by construction, x = 5, y = #x1234
(declare-cb bits5 ((_ BitVec 5)) (_ BitVec 5))
(declare-cb bits16 ((_ BitVec 16) (_ BitVec 3)) (_ BitVec 16))
(declare-const x (_ BitVec 5))
(declare-const y (_ BitVec 16))
(assert (= (bits5 x) #b10000))
(assert (= (bits16 y #b111) #x1534))
(check-sat)
