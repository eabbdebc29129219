; solver: z3 4.8.12
; wrong: sat
; -1 * -1 is 1, which three bits can hold. z3 says so, too, if the operands are variables with
; these values.
(assert (not (bvsmul_noovfl #b111 #b111)))
(check-sat)
