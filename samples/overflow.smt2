; The midpoint that binary searches got wrong for decades: with 32-bit
; signed numbers (low + high) / 2 can be negative although both are not.
; A solver answers sat and shows such a pair.
(set-logic QF_BV)
(set-info :status sat)
(declare-const low (_ BitVec 32))
(declare-const high (_ BitVec 32))
(define-fun midpoint () (_ BitVec 32) (bvsdiv (bvadd low high) #x00000002))
(assert (bvsle #x00000000 low))
(assert (bvsle low high))
(assert (not (and (bvsle low midpoint) (bvsle midpoint high))))
; The usual repair, low + (high - low) / 2, must not be what fails here.
(assert (let ((half (bvsdiv (bvsub high low) #x00000002)))
  (bvsle low (bvadd low half))))
(check-sat)
(get-model)
