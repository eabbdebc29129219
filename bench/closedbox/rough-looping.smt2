; box: rough.c
; answer: sat
; known: 3000
(declare-cb looping ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (looping x) (_ bv51000 32)))
(check-sat)
