; solver: cvc4 1.8
; wrong: sat
; Between 5 and 2 there is no number of repetitions, so that the language is empty (theory Strings).
(set-logic QF_S)
(assert (str.in_re "" ((_ re.loop 5 2) re.all)))
(check-sat)
