(set-logic QF_LIA)
(declare-const int_4 Int)
(assert (>= (abs int_4) (+ int_4 0)))
(check-sat)
