; solver: cvc5 1.0.3
; wrong: sat
; The rows must agree in both pairs of columns, and they do not in the second.
(set-logic ALL)
(assert (not (= ((_ table.join 0 0 1 1) (bag (tuple 1 2) 1) (bag (tuple 1 3) 1))
                (as bag.empty (Table Int Int Int Int)))))
(check-sat)
