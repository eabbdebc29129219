; box: more.c
; answer: sat
; known: a digit, a capital and a space whose sum is 0xc1
(declare-cb class_of ((_ BitVec 8)) (_ BitVec 8))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(assert (= (class_of a) #x01))
(assert (= (class_of b) #x02))
(assert (= (class_of c) #x04))
(assert (= (bvadd a b c) #xa1))
(check-sat)
