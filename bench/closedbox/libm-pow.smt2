; box: libm.so.6
; answer: sat
; known: 5
(declare-cb pow ((_ FloatingPoint 11 53) (_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))
(declare-const x (_ FloatingPoint 11 53))
(assert (= (pow x ((_ to_fp 11 53) RNE 3.0)) ((_ to_fp 11 53) RNE 125.0)))
(check-sat)
