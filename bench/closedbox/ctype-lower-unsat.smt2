; box: mixed.c
; answer: unsat
; known: no capital letter is left
(declare-cb lower ((_ BitVec 8)) (_ BitVec 8))
(declare-const a (_ BitVec 8))
(assert (bvuge (lower a) #x41))
(assert (bvule (lower a) #x5a))
(check-sat)
