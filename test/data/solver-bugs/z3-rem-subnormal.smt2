; solver: z3 4.8.12
; wrong: sat
; unsat: cvc5
; The numbers are 11 and 13/64: 11 - 54 * 13/64 is 1/32, which is positive.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 5))
(declare-const y (_ FloatingPoint 3 5))
(assert (fp.eq x (fp #b0 #b110 #x6)))
(assert (fp.eq y (fp #b0 #b000 #xd)))
(assert (fp.isNegative (fp.rem x y)))
(check-sat)
