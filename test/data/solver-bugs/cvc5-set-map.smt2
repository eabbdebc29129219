; solver: cvc5 1.0.3
; wrong: unsat
; model: ((define-fun T () (Set Int) (set.singleton 1)) (define-fun S () (Set Int) (set.singleton (- 1))))
; Different sets can have the same image.
(set-logic HO_ALL)
(define-fun iabs ((x Int)) Int (ite (< x 0) (- x) x))
(declare-const S (Set Int))
(declare-const T (Set Int))
(assert (not (= T S)))
(assert (= (set.map iabs T) (set.map iabs S)))
(check-sat)
