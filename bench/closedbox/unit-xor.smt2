; box: unit.c
; answer: sat
; known: one of two inputs
(declare-cb xor_net ((_ FloatingPoint 8 24) (_ FloatingPoint 8 24)) (_ FloatingPoint 8 24))
(declare-const a (_ FloatingPoint 8 24))
(declare-const b (_ FloatingPoint 8 24))
(assert (fp.gt (xor_net a b) ((_ to_fp 8 24) RNE 0.95)))
(assert (and (fp.geq a ((_ to_fp 8 24) RNE 0.0)) (fp.leq a ((_ to_fp 8 24) RNE 1.0))))
(assert (and (fp.geq b ((_ to_fp 8 24) RNE 0.0)) (fp.leq b ((_ to_fp 8 24) RNE 1.0))))
(check-sat)
