; box: types.c
; answer: sat
; known: the box reverses bytes and is its own inverse up to a mask
(declare-cb wide ((_ BitVec 104)) (_ BitVec 104))
(declare-const x (_ BitVec 104))
(assert (= (wide #x000102030405060708090a0b0c) x))
(assert (= ((_ extract 7 0) x) #x5a))
(check-sat)
