; box: unit.c
; answer: sat
; known: -0.5
(declare-cb toward_zero ((_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))
(declare-const x (_ FloatingPoint 11 53))
(assert (= (toward_zero x) (_ -zero 11 53)))
(assert (not (fp.isZero x)))
(check-sat)
