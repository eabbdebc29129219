; box: more.c
; answer: unsat
; known: no byte has class 7, by sweep
(declare-cb class_of ((_ BitVec 8)) (_ BitVec 8))
(declare-const a (_ BitVec 8))
(assert (bvugt (class_of a) #x05))
(check-sat)
