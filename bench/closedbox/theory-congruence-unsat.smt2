; box: theory.c
; answer: unsat
; known: by congruence
(declare-cb totient ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (bvadd x #x00000005) (bvadd y #x00000005)))
(assert (bvugt (totient x) (totient y)))
(check-sat)
