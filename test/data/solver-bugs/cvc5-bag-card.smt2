; solver: cvc5 1.0.3
; wrong: unsat
; model: ((define-fun x () Int 0))
; One element and another one are two, whatever x is.
(set-logic ALL)
(declare-const x Int)
(assert (= (bag.card (bag.union_disjoint (bag 0 1) (bag x 1))) 2))
(check-sat)
