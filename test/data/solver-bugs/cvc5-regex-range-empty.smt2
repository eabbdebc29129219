; solver: cvc5 1.0.3
; wrong: error
; A range of what are no single characters is the empty language (theory Strings): unsat.
(set-logic QF_S)
(assert (str.in_re "" (re.range "" "")))
(check-sat)
