; box: mixed.c
; answer: sat
; known: x = 1, y = 1 gives about 2.25
(declare-cb neuron2 (Float32 Float32) Float32)
(declare-const x Float32)
(declare-const y Float32)
(assert (fp.leq ((_ to_fp 8 24) RNE 2.2) (neuron2 x y)))
(assert (fp.leq (neuron2 x y) ((_ to_fp 8 24) RNE 2.21)))
(assert (fp.leq (fp.neg ((_ to_fp 8 24) RNE 2.0)) x))
(assert (fp.leq x ((_ to_fp 8 24) RNE 2.0)))
(assert (fp.leq ((_ to_fp 8 24) RNE 1.0) y))
(assert (fp.leq y ((_ to_fp 8 24) RNE 2.0)))
(check-sat)
