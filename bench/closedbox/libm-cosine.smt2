; box: libm.so.6
; answer: sat
; known: between 1 and 2
(declare-cb cosf ((_ FloatingPoint 8 24)) (_ FloatingPoint 8 24))
(declare-const x (_ FloatingPoint 8 24))
(assert (fp.lt (cosf x) ((_ to_fp 8 24) RNE 0.25)))
(assert (fp.gt (cosf x) ((_ to_fp 8 24) RNE 0.2499)))
(assert (fp.gt x ((_ to_fp 8 24) RNE 0.0)))
(check-sat)
