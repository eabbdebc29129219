; solver: cvc4 1.8
; wrong: unsat
; No assertion is left.
(set-logic ALL)
(assert false)
(reset-assertions)
(check-sat)
