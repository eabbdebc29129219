; solver: cvc4 1.8
; wrong: model
; The model of a is a multiple of 8.
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-const a Int)
(assert (not ((_ divisible 8) a)))
(check-sat)
(get-model)
