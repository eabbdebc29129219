; solver: z3 4.8.12
; wrong: sat
; -2^-2 * 2^-3 + 8 lies a 32nd below 8. Its neighbours are 8 and 6: the nearest one is 8.
(assert (not (= (fp.fma RNE (fp #b1 #b001 #b0) (fp #b0 #b000 #b1) (fp #b0 #b110 #b0))
                (fp #b0 #b110 #b0))))
(check-sat)
