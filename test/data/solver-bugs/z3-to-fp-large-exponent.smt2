; solver: z3 4.8.12
; wrong: sat
; 3 * 2^2147483648 is beyond the largest number of the format, which is what rounding towards
; zero gives; infinity it never gives.
(assert (not (= ((_ to_fp 5 3) RTZ 2147483648 3.0) (fp #b0 #b11110 #b11))))
(check-sat)
