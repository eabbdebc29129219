; box: theory.c
; answer: sat
; known: many primes
(declare-cb order ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const m (_ BitVec 32))
(assert (= (order #x00000002 m) (bvsub m #x00000001)))
(assert (bvugt m #x00000064))
(check-sat)
