; box: hash.c
; answer: unsat
; known: 7 does not divide 701
(declare-cb perceptron ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(assert (= (perceptron a b c) #x000002bd))
(check-sat)
