; box: more.c
; answer: sat
; known: "fE"
(declare-cb hex_pair ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (= (hex_pair a b) #x000000fe))
(assert (bvugt a b))
(check-sat)
