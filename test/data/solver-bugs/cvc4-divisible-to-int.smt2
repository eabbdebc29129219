; solver: cvc4 1.8
; wrong: sat
; 1 is no multiple of 4.
(set-logic QF_LIRA)
(assert ((_ divisible 4) (to_int 1.0)))
(check-sat)
