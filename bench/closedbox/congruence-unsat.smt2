; box: types.c
; answer: unsat
; known: equal arguments have equal results
(declare-cb bits64 ((_ BitVec 64)) (_ BitVec 64))
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(assert (= (bvadd x #x0000000000000001) y))
(assert (not (= (bits64 (bvsub y #x0000000000000001)) (bits64 x))))
(check-sat)
