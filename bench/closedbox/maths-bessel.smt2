; box: mixed.c
; answer: sat
; known: the second zero of J0 near 5.52
(declare-cb bessel (Float64) Float64)
(declare-const x Float64)
(declare-const e Float64)
(assert (= e ((_ to_fp 11 53) RNE 0.000001)))
(assert (fp.lt (fp.abs (bessel x)) e))
(assert (fp.gt x ((_ to_fp 11 53) RNE 4.0)))
(assert (fp.lt x ((_ to_fp 11 53) RNE 7.0)))
(check-sat)
