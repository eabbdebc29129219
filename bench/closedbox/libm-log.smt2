; box: libm.so.6
; answer: sat
; known: 1024
(declare-cb log2 ((_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.eq (log2 x) ((_ to_fp 11 53) RNE 10.0)))
(check-sat)
