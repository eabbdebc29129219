; solver: cvc4 1.8
; wrong: model
; With the model a = "" the match in the empty string is replaced, and " " is no suffix of "".
(set-option :produce-models true)
(set-logic QF_S)
(declare-const a String)
(assert (str.suffixof (str.replace_re "" (str.to_re a) " ") ""))
(check-sat)
(get-model)
