; solver: cvc5 1.0.3 --incremental
; wrong: model
; The second model is the first one, which is not one any more.
(set-option :produce-models true)
(set-logic QF_SLIA)
(declare-const s String)
(assert (> (str.len s) 0))
(assert (not (str.in_re s (re.+ (re.range "0" "9")))))
(check-sat)
(get-model)
(assert (not (str.in_re s (re.+ (re.range "0" "Z")))))
(check-sat)
(get-model)
