(set-logic QF_LIA)
(declare-const int_2 Int)
(assert ((_ divisible 3) (div int_2 365)))
(check-sat)
