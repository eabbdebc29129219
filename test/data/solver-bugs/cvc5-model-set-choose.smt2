; solver: cvc5 1.0.3
; wrong: model
; In the model a is {true}, so that true is chosen, and b has false only.
(set-option :produce-models true)
(set-logic ALL)
(declare-const a (Set Bool))
(declare-const b (Bag Bool))
(assert (set.member true a))
(assert (bag.member (set.choose a) b))
(check-sat)
(get-model)
