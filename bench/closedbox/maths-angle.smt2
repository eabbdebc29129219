; box: more.c
; answer: sat
; known: any point on the diagonal
(declare-cb angle (Float32 Float32) Float32)
(declare-const x Float32)
(declare-const y Float32)
(assert (fp.gt (angle x y) ((_ to_fp 8 24) RNE 0.785)))
(assert (fp.lt (angle x y) ((_ to_fp 8 24) RNE 0.786)))
(assert (fp.gt (fp.add RTP x y) ((_ to_fp 8 24) RNE 10.0)))
(check-sat)
