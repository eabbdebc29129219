(assert (= (abs 0) 0))
(check-sat)
