; solver: cvc5 1.0.3 --bv-solver=bitblast-internal
; wrong: sat
; unsat: cvc4
; Equal arrays have equal elements, and 1 + v is 1 or 2.
(set-logic QF_ABV)
(declare-const v (_ BitVec 1))
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(assert (= (store a #x00 #x00) (store a #x00 (bvadd #x01 ((_ zero_extend 7) v)))))
(check-sat)
