; box: theory.c
; answer: sat
; known: a prime
(declare-cb totient ((_ BitVec 32)) (_ BitVec 32))
(declare-const n (_ BitVec 32))
(assert (= (totient n) (bvsub n #x00000001)))
(assert (and (bvugt n #x00000400) (bvult n #x00010000)))
(check-sat)
