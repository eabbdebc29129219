(declare-const a Int)
(assert (< 0 (abs a)))
(check-sat)
