; box: more.c
; answer: sat
; known: 8 bytes
(declare-cb bsd_sum ((Array (_ BitVec 3) (_ BitVec 8))) (_ BitVec 16))
(declare-const a (Array (_ BitVec 3) (_ BitVec 8)))
(assert (= (bsd_sum a) #xe8a5))
(assert (= (select a #b000) #x2a))
(check-sat)
