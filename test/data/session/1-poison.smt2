; fake_solver answers this, and everything that it is asked afterwards wrongly.
(set-logic QF_UF)
(set-info :do poison)
(declare-const p Bool)
(assert p)
(check-sat)
