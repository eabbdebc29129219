; box: various.c
; answer: sat
; known: Assa is 0x02cb1a
(declare-cb base64 ((_ BitVec 24)) String)
(declare-const x (_ BitVec 24))
(assert (= (base64 x) "Assa"))
(check-sat)
