; box: theory.c
; answer: sat
; known: 65537 is prime
(declare-cb inverse ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (inverse x #x00010001) #x00003039))
(check-sat)
