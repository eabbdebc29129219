; solver: cvc5 1.0.3
; wrong: model
; The set has the tuple of 0, and by the assertion before it none of a number from 0 on.
(set-logic ALL)
(set-option :finite-model-find true)
(set-option :fmf-bound true)
(set-option :produce-models true)
(declare-const r (Set (Tuple Int)))
(assert (forall ((d Int)) (or (< d 0) (not (set.member (tuple d) r)))))
(assert (set.member (tuple 0) r))
(check-sat)
(get-model)
