; solver: cvc5 1.0.3 --fp-exp
; wrong: crash
; A null pointer; z3 says sat.
(set-logic QF_BVFP)
(declare-const c (_ BitVec 6))
(assert (fp.isZero ((_ to_fp_unsigned 3 5) RNE c)))
(check-sat)
