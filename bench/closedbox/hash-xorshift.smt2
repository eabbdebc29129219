; box: more.c
; answer: sat
; known: a bijection
(declare-cb xorshift ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (xorshift (xorshift x)) #xb6647b4d))
(check-sat)
