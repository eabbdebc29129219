; box: unit.c
; answer: sat
; known: the root of a negative number
(declare-cb root_of ((_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.isNaN (root_of x)))
(assert (not (fp.isNaN x)))
(check-sat)
