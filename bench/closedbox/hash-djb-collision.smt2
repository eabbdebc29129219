; box: mixed.c
; answer: sat
; known: h * 33 xor c: many pairs
(declare-cb djb ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (djb x) (djb y)))
(assert (distinct x y))
(assert (= ((_ extract 7 0) x) #x41))
(check-sat)
