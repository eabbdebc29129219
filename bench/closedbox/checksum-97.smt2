; box: more.c
; answer: sat
; known: every 97th
(declare-cb iban_like ((_ BitVec 64)) Bool)
(declare-const x (_ BitVec 64))
(assert (iban_like x))
(assert (bvugt x #x000000e8d4a51000))
(assert (= ((_ extract 7 0) x) #xff))
(check-sat)
