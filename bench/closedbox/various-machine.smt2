; box: various.c
; answer: sat
; known: many programs, for example additions
(declare-cb tiny_machine ((Array (_ BitVec 3) (_ BitVec 8))) (_ BitVec 8))
(declare-const p (Array (_ BitVec 3) (_ BitVec 8)))
(assert (= (tiny_machine p) #xa7))
(assert (bvuge (select p #b000) #x40))
(assert (bvuge (select p #b111) #x80))
(check-sat)
