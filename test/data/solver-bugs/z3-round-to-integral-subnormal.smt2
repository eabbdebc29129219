; solver: z3 4.8.12
; wrong: sat
; The number is -1/4: the nearest integer is 0, and its sign stays.
(assert (not (= (fp.roundToIntegral RNE (fp #b1 #b00 #b010)) (_ -zero 2 4))))
(check-sat)
