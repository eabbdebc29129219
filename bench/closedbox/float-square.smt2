; box: unit.c
; answer: sat
; known: bracket of the root of 2
(declare-cb squared ((_ FloatingPoint 8 24)) (_ FloatingPoint 8 24))
(declare-const x (_ FloatingPoint 8 24))
(assert (fp.gt (squared x) ((_ to_fp 8 24) RNE 1.999999)))
(assert (fp.lt (squared x) ((_ to_fp 8 24) RNE 2.000001)))
(check-sat)
