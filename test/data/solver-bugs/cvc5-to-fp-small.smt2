; solver: cvc5 1.0.3 --fp-exp
; wrong: sat
; The number is 4, which both formats have.
(set-logic ALL)
(assert (not (= ((_ to_fp 3 5) RTP (fp #b0 #b10001 #b00)) (fp #b0 #b101 #b0000))))
(check-sat)
