; box: hash.c
; answer: sat
; known: the output grows with x
(declare-cb network (Float64 Float64) Float64)
(declare-const x Float64)
(declare-const y Float64)
(assert (fp.gt (network x y) ((_ to_fp 11 53) RNE 3.0)))
(assert (fp.lt x ((_ to_fp 11 53) RNE 1.0)))
(assert (fp.gt x ((_ to_fp 11 53) RNE (- 1.0))))
(assert (fp.lt y ((_ to_fp 11 53) RNE 1.0)))
(assert (fp.gt y ((_ to_fp 11 53) RNE (- 1.0))))
(check-sat)
