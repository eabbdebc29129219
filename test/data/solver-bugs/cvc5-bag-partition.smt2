; solver: cvc5 1.0.3
; wrong: crash
; All elements are equivalent: there is one part, the whole bag.
(set-logic HO_ALL)
(assert (not (= (bag.partition (lambda ((x Int) (y Int)) true) (bag 1 1)) (bag (bag 1 1) 1))))
(check-sat)
