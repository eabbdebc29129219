; solver: cvc5 1.0.3
; wrong: model
; The model of b has no store.
(set-option :produce-models true)
(set-logic ALL)
(declare-const a (Array (_ BitVec 4) (_ BitVec 4)))
(declare-const b (Array (_ BitVec 4) (_ BitVec 4)))
(declare-const x (_ BitVec 4))
(assert (= x (bvsub #x1 (select b #x0))))
(assert (= b (store a #x1 x)))
(check-sat)
(get-model)
