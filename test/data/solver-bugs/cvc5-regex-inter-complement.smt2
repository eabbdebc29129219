; solver: cvc5 1.0.3 --strings-exp
; wrong: unsat
; "1" is a digit, and not one of the letters.
(set-logic ALL)
(assert (str.in_re "1" (re.inter (re.range "0" "9") (re.comp (re.range "a" "b")))))
(check-sat)
