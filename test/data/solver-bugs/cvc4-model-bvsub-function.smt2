; solver: cvc4 1.8
; wrong: model
; With a and c both 0 the function has to be true for (false, 0, 0), and is not.
(set-option :produce-models true)
(set-logic QF_UFBV)
(declare-const a (_ BitVec 1))
(declare-fun b (Bool (_ BitVec 1) (_ BitVec 1)) Bool)
(declare-const c (_ BitVec 1))
(assert (not (b true a a)))
(assert (b false (bvsub c a) #b0))
(check-sat)
(get-model)
