; solver: cvc5 1.0.3
; wrong: model
; The model of a is the empty bag.
(set-option :produce-models true)
(set-logic ALL)
(declare-const a (Bag Bool))
(assert (< 0 (bag.card a)))
(check-sat)
(get-model)
