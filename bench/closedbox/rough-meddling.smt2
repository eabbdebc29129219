; box: rough.c
; answer: sat
; known: x xor a number
(declare-cb meddling ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (meddling x) #xcafe1234))
(check-sat)
