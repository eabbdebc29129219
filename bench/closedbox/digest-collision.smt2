; box: digest.c
; answer: sat
; known: 16 bits
(declare-cb fold ((_ BitVec 32)) (_ BitVec 16))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (fold x) (fold y)))
(assert (bvugt x y))
(check-sat)
