; solver: z3 4.8.12
; wrong: model
; Six characters, printed as an escape that is one character.
(set-option :produce-models true)
(set-logic ALL)
(declare-const x String)
(assert (= x (str.++ "\u" "0041")))
(check-sat)
(get-model)
