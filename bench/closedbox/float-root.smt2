; box: mixed.c
; answer: sat
; known: the root of a cubic near 3
(declare-cb horner (Float64) Float64)
(declare-const x Float64)
(assert (fp.leq (fp.abs (horner x)) ((_ to_fp 11 53) RNE 0.0000000001)))
(check-sat)
