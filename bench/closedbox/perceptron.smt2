; box: hash.c
; answer: sat
; known: h = 100
(declare-cb perceptron ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(assert (= (perceptron a b c) #x000002bc))
(assert (bvugt b #x10))
(check-sat)
