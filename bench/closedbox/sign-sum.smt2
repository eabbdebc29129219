; box: theory.c
; answer: sat
; known: a line
(declare-cb compare_sum ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 8))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (compare_sum x y) #x00))
(assert (= (bvand y #x000000ff) #x00000010))
(check-sat)
