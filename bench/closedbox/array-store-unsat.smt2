; box: unit.c
; answer: unsat
; known: by congruence: the array is the same
(declare-cb total ((Array (_ BitVec 4) (_ BitVec 8))) (_ BitVec 8))
(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const i (_ BitVec 4))
(assert (distinct (total a) (total (store a i (select a i)))))
(check-sat)
