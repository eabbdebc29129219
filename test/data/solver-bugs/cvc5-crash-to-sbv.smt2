; solver: cvc5 1.0.3
; wrong: crash
; A null pointer; z3 says unknown.
(set-logic QF_BVFP)
(declare-const x Float32)
(assert (= #b1 ((_ fp.to_sbv 1) RNE x)))
(check-sat)
