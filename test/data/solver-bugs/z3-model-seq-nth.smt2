; solver: z3 4.8.12
; wrong: model
; The model of b is empty, so that both sides are the same.
(set-option :produce-models true)
(declare-const a Int)
(declare-const b (Seq Bool))
(assert (distinct (seq.nth (as seq.empty (Seq Bool)) a) (seq.nth b a)))
(check-sat)
(get-model)
