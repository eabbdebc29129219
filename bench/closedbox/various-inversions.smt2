; box: various.c
; answer: sat
; known: a permutation of eight digits in reverse has 28
(declare-cb inversions ((_ BitVec 32)) (_ BitVec 8))
(declare-const x (_ BitVec 32))
(assert (= (inversions x) #x1c))
(assert (= ((_ extract 3 0) x) #xf))
(check-sat)
