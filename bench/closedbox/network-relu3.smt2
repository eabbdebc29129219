; box: more.c
; answer: sat
; known: a point with output 1.75
(declare-cb relu3 (Float32 Float32 Float32) Float32)
(declare-const a Float32)
(declare-const b Float32)
(declare-const c Float32)
(assert (fp.eq (relu3 a b c) ((_ to_fp 8 24) RNE 1.75)))
(assert (fp.leq (fp.abs a) ((_ to_fp 8 24) RNE 1.0)))
(assert (fp.leq (fp.abs b) ((_ to_fp 8 24) RNE 1.0)))
(assert (fp.leq (fp.abs c) ((_ to_fp 8 24) RNE 1.0)))
(check-sat)
