(set-logic QF_LIA)
(declare-const int_4 Int)
(assert (<= (- 5 int_4) (div (- 1) (- 4))))
(check-sat)
