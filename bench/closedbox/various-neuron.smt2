; box: various.c
; answer: sat
; known: a = 3, b = 0.5, c = 0
(declare-cb fires (Float32 Float32 Float32) Bool)
(declare-const a Float32)(declare-const b Float32)(declare-const c Float32)
(assert (fires a b c))
(assert (not (fires b a c)))
(assert (fp.lt a ((_ to_fp 8 24) RNE 4.0)))
(assert (fp.gt b ((_ to_fp 8 24) RNE 0.25)))
(assert (fp.eq c ((_ to_fp 8 24) RNE 0.5)))
(check-sat)
