; box: types.c
; answer: sat
; known: multiplication by an odd constant is invertible
(declare-cb bits64 ((_ BitVec 64)) (_ BitVec 64))
(declare-const x (_ BitVec 64))
(assert (= (bits64 #x0000000000000002) x))
(assert (not (= x #x0000000000000000)))
(check-sat)
