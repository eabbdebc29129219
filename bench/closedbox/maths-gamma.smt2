; box: mixed.c
; answer: sat
; known: gamma(5) = 24
(declare-cb gamma_of (Float32) Float32)
(declare-const x Float32)
(assert (fp.eq (gamma_of x) ((_ to_fp 8 24) RNE 24.0)))
(assert (fp.gt x ((_ to_fp 8 24) RNE 1.0)))
(check-sat)
