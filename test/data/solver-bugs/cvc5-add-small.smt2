; solver: cvc5 1.0.3 --fp-exp
; wrong: unsat
; 1.0 + 3.0 is 4.0. The largest number of the format is 3.5, and what is 3.75 or more is infinite; z3 says sat.
(set-logic ALL)
(assert (fp.isInfinite (fp.add RNE (fp #b0 #b01 #b00) (fp #b0 #b10 #b10))))
(check-sat)
