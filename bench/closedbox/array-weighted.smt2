; box: mixed.c
; answer: sat
; known: a weighted sum
(declare-cb weighted ((Array (_ BitVec 4) (_ BitVec 8))) (_ BitVec 16))
(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
(assert (= (weighted a) #x1f40))
(assert (= (select a #x3) (bvadd (select a #x4) #x11)))
(check-sat)
