; box: hash.c
; answer: sat
; known: a check digit
(declare-cb luhn ((_ BitVec 32)) (_ BitVec 8))
(declare-const x (_ BitVec 32))
(assert (= (luhn x) #x00))
(assert (bvugt x #x000f4240))
(check-sat)
