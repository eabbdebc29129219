; solver: z3 4.8.12
; wrong: sat
; 127 * -25 is below the smallest number, which is what bvsmul_noudfl tells; it is not above
; the largest. z3 says so, too, if the operands are variables with these values.
(assert (not (bvsmul_noovfl #x7f #xe7)))
(check-sat)
