; box: unit.c
; answer: unsat
; known: the largest output is 940: by counting with a program
(declare-cb relu ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 16))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (bvugt (relu a b) (_ bv1000 16)))
(check-sat)
