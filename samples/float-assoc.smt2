; Addition of floating-point numbers is not associative, not even for finite
; numbers where nothing overflows. A solver finds a witness.
(set-logic QF_FP)
(set-info :status sat)
(define-sort Single () (_ FloatingPoint 8 24))
(define-fun plus ((a Single) (b Single)) Single (fp.add RNE a b))
(define-fun finite ((a Single)) Bool (not (or (fp.isNaN a) (fp.isInfinite a))))
(declare-const x Single)
(declare-const y Single)
(declare-const z Single)
(assert (and (finite x) (finite y) (finite z)))
(assert (finite (plus (plus x y) z)))
(assert (finite (plus x (plus y z))))
(assert (not (fp.eq (plus (plus x y) z) (plus x (plus y z)))))
; One of them is the smallest subnormal number: sign, exponent, significand.
(assert (fp.eq z (fp #b0 #x00 #b00000000000000000000001)))
(check-sat)
(get-value (x y z))
