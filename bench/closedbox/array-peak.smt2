; box: mixed.c
; answer: sat
; known: the largest element at 5
(declare-cb peak ((Array (_ BitVec 3) (_ BitVec 8))) (_ BitVec 8))
(declare-const a (Array (_ BitVec 3) (_ BitVec 8)))
(assert (= (peak a) #x05))
(assert (= (select a #b010) #xc8))
(check-sat)
