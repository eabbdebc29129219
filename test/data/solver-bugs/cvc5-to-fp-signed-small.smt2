; solver: cvc5 1.0.3 --fp-exp
; wrong: sat
; The format has the number 1.
(set-logic ALL)
(assert (not (= ((_ to_fp 5 3) RNA #x1) (fp #b0 #b01111 #b00))))
(check-sat)
