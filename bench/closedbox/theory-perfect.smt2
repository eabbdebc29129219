; box: theory.c
; answer: sat
; known: 496
(declare-cb sigma ((_ BitVec 32)) (_ BitVec 32))
(declare-const n (_ BitVec 32))
(assert (= (sigma n) (bvmul n #x00000002)))
(assert (and (bvugt n #x00000020) (bvult n #x00001000)))
(check-sat)
