; box: mixed.c
; answer: sat
; known: 19 x + 77, so one x
(declare-cb mul_add ((_ BitVec 96)) (_ BitVec 96))
(declare-const x (_ BitVec 96))
(assert (= (mul_add x) #x159e26af37c048bd01458a16))
(check-sat)
