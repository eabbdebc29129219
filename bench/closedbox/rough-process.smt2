; box: rough.c
; answer: unknown
; known: a box that depends on its process is no function
(declare-cb by_process ((_ BitVec 8)) (_ BitVec 32))
(declare-const x (_ BitVec 8))
(assert (= (by_process x) ((_ zero_extend 24) x)))
(check-sat)
