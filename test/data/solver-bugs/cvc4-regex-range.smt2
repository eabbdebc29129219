; solver: cvc4 1.8
; wrong: error
; A range from a larger character to a smaller one is the empty language (theory Strings): unsat.
(set-logic QF_S)
(assert (str.in_re "" (re.range "b" "a")))
(check-sat)
