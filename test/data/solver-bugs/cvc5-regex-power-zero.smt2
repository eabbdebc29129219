; solver: cvc5 1.0.3 --strings-exp
; wrong: sat
; The 0th power of any language holds the empty string only.
(set-logic ALL)
(assert (str.in_re "a" ((_ re.^ 0) re.all)))
(check-sat)
