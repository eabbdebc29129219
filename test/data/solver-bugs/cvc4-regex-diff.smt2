; solver: cvc4 1.8
; wrong: sat
; The difference of three languages: from the first one all strings are taken, so nothing is left.
(set-logic QF_S)
(assert (str.in_re "" (re.diff (str.to_re "") re.none (re.comp re.none))))
(check-sat)
