; box: mixed.c
; answer: sat
; known: the number that is compared with
(declare-cb heavier ((_ BitVec 32)) (_ BitVec 8))
(declare-const x (_ BitVec 32))
(assert (= (heavier x) #x00))
(check-sat)
