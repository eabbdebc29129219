; box: types.c
; answer: sat
; known: 2.5 * 4 = 10, 0.75 + 0.75 = 1.5
(declare-cb single (Float32) Float32)
(declare-cb twice (Float64) Float64)
(declare-const x Float32)
(declare-const y Float64)
(assert (fp.eq (single x) ((_ to_fp 8 24) RNE 10.0)))
(assert (fp.eq (twice y) ((_ to_fp 11 53) RNE 1.5)))
(check-sat)
