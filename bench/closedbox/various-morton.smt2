; box: various.c
; answer: sat
; known: every second bit of the code: x = 0xbeef, y = 0x1234
(declare-cb morton ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 32))
(declare-const x (_ BitVec 16))(declare-const y (_ BitVec 16))
(assert (= (morton x y) #x475c5e75))
(check-sat)
