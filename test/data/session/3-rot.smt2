; fake_solver answers this and ends at the next one.
(set-logic QF_UF)
(set-info :do rot)
(declare-const p Bool)
(assert p)
(check-sat)
