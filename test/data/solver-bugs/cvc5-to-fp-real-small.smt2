; solver: cvc5 1.0.3 --fp-exp
; wrong: sat
; The format has 1.5.
(set-logic ALL)
(assert (not (= ((_ to_fp 5 3) RTZ 1.5) (fp #b0 #b01111 #b10))))
(check-sat)
