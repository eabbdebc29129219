; box: mixed.c
; answer: sat
; known: 1 is the number after it
(declare-cb ulp_next (Float32) Float32)
(declare-const x Float32)
(assert (fp.eq (ulp_next x) ((_ to_fp 8 24) RNE 1.0)))
(check-sat)
