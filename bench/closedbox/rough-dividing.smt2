; box: rough.c
; answer: sat
; known: 150
(declare-cb dividing ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (dividing x) #x000003e8))
(check-sat)
