; box: various.c
; answer: sat
; known: x = 3: text[3] is 0
(declare-cb opens ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (opens x) #x4b))
(check-sat)
