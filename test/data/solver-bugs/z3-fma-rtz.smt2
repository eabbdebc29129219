; solver: z3 4.8.12
; wrong: sat
; x is the smallest normal number: 2^-14. x * x + x is a little more than x, and rounding
; towards zero gives x.
(define-fun x () (_ FloatingPoint 5 3) (fp #b0 #b00001 #b00))
(assert (not (= (fp.fma RTZ x x x) x)))
(check-sat)
