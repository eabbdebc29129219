; solver: cvc5 1.0.3 --fp-exp
; wrong: sat
; The number is 1.
(set-logic ALL)
(assert (not (= ((_ to_fp_unsigned 3 5) RTP #b00001) (fp #b0 #b011 #b0000))))
(check-sat)
