; solver: cvc5 1.0.3
; wrong: unsat
; A selector may give any value for what another constructor has made; z3 and cvc4 say sat. With --no-dt-share-sel cvc5
; does, too: u and w are one selector inside it.
(set-logic QF_DT)
(declare-datatypes ((A 0)) (((r (u Bool)) (s (w Bool)))))
(assert (u (s false)))
(check-sat)
