; box: number.c
; answer: sat
; known: cbrt(27) = 3
(declare-cb cube_root (Float64) Float64)
(declare-const x Float64)
(assert (fp.eq (cube_root x) ((_ to_fp 11 53) RNE 3.0)))
(check-sat)
