; box: more.c
; answer: sat
; known: one third and a tenth, rounded up and down
(declare-cb halves (Float64) Float64)
(declare-const x Float64)
(assert (fp.gt (halves (fp.mul RTP x x)) ((_ to_fp 11 53) RNE 33.0)))
(assert (fp.lt (halves (fp.mul RTN x x)) ((_ to_fp 11 53) RNE 33.5)))
(assert (not (fp.eq (fp.mul RTP x x) (fp.mul RTN x x))))
(check-sat)
