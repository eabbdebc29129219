; box: number.c
; answer: sat
; known: the border is #x0123456789abcdef
(declare-cb below ((_ BitVec 64)) Bool)
(declare-const x (_ BitVec 64))
(assert (below x))
(assert (not (below (bvadd x #x0000000000000001))))
(check-sat)
