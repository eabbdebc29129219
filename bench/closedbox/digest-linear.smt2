; box: digest.c
; answer: sat
; known: a bijection
(declare-cb linear ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (linear x) #xdeadbeef))
(check-sat)
