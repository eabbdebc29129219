; solver: cvc4 1.8
; wrong: error
; Well-sorted, and unsat: the complement of all strings is empty. z3 and cvc5 say so.
(set-logic QF_S)
(declare-const a String)
(assert (str.in_re "" (re.++ (str.to_re a) (re.comp re.all))))
(check-sat)
