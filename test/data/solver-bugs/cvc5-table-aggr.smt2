; solver: cvc5 1.0.3
; wrong: crash
; Each of the rows gives 2, and without indices they are one group.
(set-logic HO_ALL)
(assert (not (= (table.aggr (lambda ((x (Tuple Int)) (y Int)) 2) 1 (bag (tuple 1) 2)) (bag 2 1))))
(check-sat)
