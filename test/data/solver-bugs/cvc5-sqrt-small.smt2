; solver: cvc5 1.0.3 --fp-exp
; wrong: sat
; The root of 0.75 is 0.866, and the numbers around it are 0.75 and 0.875.
(set-logic ALL)
(assert (not (= (fp.sqrt RTN (fp #b0 #b00 #b110)) (fp #b0 #b00 #b110))))
(check-sat)
