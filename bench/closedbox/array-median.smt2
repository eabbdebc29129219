; box: more.c
; answer: sat
; known: median 100 with a total order
(declare-cb median8 ((Array (_ BitVec 3) (_ BitVec 8))) (_ BitVec 8))
(declare-cb inversions ((Array (_ BitVec 3) (_ BitVec 8))) (_ BitVec 8))
(declare-const a (Array (_ BitVec 3) (_ BitVec 8)))
(assert (= (median8 a) #x64))
(assert (= (inversions a) #x00))
(check-sat)
