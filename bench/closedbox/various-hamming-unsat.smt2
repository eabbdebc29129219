; box: various.c
; answer: unsat
; known: two code words differ in at least three bits
(declare-cb hamming_code ((_ BitVec 4)) (_ BitVec 7))
(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))
(declare-const d (_ BitVec 7))
(assert (= d (bvxor (hamming_code a) (hamming_code b))))
(assert (not (= d (_ bv0 7))))
(assert (= (bvand d (bvsub d (_ bv1 7)) (bvsub (bvand d (bvsub d (_ bv1 7))) (_ bv1 7))) (_ bv0 7)))
(check-sat)
