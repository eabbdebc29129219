; box: theory.c
; answer: unsat
; known: squares are 0 or 1 modulo 4
(declare-cb square16 ((_ BitVec 16)) (_ BitVec 16))
(declare-const x (_ BitVec 16))
(assert (= ((_ extract 1 0) (square16 x)) #b10))
(check-sat)
