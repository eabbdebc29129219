; box: number.c
; answer: sat
; known: 3, 4, 5
(declare-cb hypotenuse (Float32 Float32) Float32)
(declare-const x Float32)
(declare-const y Float32)
(assert (fp.eq (hypotenuse x y) ((_ to_fp 8 24) RNE 5.0)))
(assert (fp.gt x ((_ to_fp 8 24) RNE 1.0)))
(assert (fp.gt y ((_ to_fp 8 24) RNE 1.0)))
(check-sat)
