; solver: cvc5 1.0.3
; wrong: model
; The two indices must differ, and the model makes c zero.
(set-option :produce-models true)
(set-logic ALL)
(declare-const a (Array Float32 Int))
(declare-const c (_ BitVec 23))
(assert (> (select a (fp #b0 #x00 c)) (select a (_ +zero 8 24))))
(check-sat)
(get-model)
