; box: hash.c
; answer: unsat
; known: by trying all 256 values
(declare-cb not_onto ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (not_onto x) (bvor x #x81)))
(check-sat)
