; box: mixed.c
; answer: unsat
; known: the last byte determines the hash for a given first one
(declare-cb pearson ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 8))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(assert (= (pearson a b) (pearson a c)))
(assert (distinct b c))
(check-sat)
