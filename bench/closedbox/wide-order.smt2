; box: cipher.c
; answer: sat
; known: the secret of 96 bits
(declare-cb order_wide ((_ BitVec 96)) (_ BitVec 8))
(declare-const x (_ BitVec 96))
(assert (= (order_wide x) #x00))
(check-sat)
