; solver: z3 4.8.12
; wrong: sat
; -1 * -1 is 1, and the largest number of one bit is 0.
(assert (bvsmul_noovfl #b1 #b1))
(check-sat)
