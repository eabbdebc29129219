; box: various.c
; answer: sat
; known: counted through: the register is maximal, one state takes 200 steps
(declare-cb steps_of_register ((_ BitVec 8)) (_ BitVec 16))
(declare-const s (_ BitVec 8))
(assert (= (steps_of_register s) #x00c8))
(check-sat)
