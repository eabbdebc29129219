; box: various.c
; option: -t 1s
; answer: unknown
; known: crashes for 200, so that nothing is proved
(declare-cb opens ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))
(assert (= y (bvand (opens x) #xff)))
(assert (= x #xc8))
(check-sat)
