; solver: z3 4.8.12
; wrong: sat
; Two or more of "a", any number of times, is not one "a".
(assert (str.in_re "a" (re.loop ((_ re.loop 2) (str.to_re "a")) 0)))
(check-sat)
