; box: various.c
; answer: unsat
; known: the period is 255
(declare-cb steps_of_register ((_ BitVec 8)) (_ BitVec 16))
(declare-const s (_ BitVec 8))(declare-const t (_ BitVec 8))
(assert (= (steps_of_register s) (bvadd (steps_of_register t) #x00ff)))
(check-sat)
