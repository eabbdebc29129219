; solver: z3 4.8.12
; wrong: crash
; A rounding mode that is not a constant.
(declare-const r RoundingMode)
(declare-const a Float32)
(assert (fp.isNaN (fp.fma r a a a)))
(check-sat)
