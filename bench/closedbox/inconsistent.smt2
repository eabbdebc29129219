; box: hostile.c
; answer: unknown
; known: counter(x) changes with every call, so that no model can be checked
(declare-cb counter ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvugt (counter x) x))
(check-sat)
