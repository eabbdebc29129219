(assert false)
(check-sat)
