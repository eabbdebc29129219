; solver: cvc5 1.0.3 --fp-exp
; wrong: sat
; 1.0 is an integer.
(set-logic ALL)
(assert (not (= (fp.roundToIntegral RTP (fp #b0 #b01 #b000)) (fp #b0 #b01 #b000))))
(check-sat)
