; box: rough.c
; answer: unknown
; known: a box that depends on its address is no function
(declare-cb by_address ((_ BitVec 8)) (_ BitVec 32))
(declare-const x (_ BitVec 8))
(assert (= (by_address x) ((_ zero_extend 24) x)))
(check-sat)
