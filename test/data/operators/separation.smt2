; Separation logic.
(set-logic ALL)
(declare-heap (Int Int))
(declare-const x Int)
(declare-const y Int)

(assert sep.emp)
(assert (distinct x (as sep.nil Int)))
(assert (pto x 1))
(assert (sep (pto x 1) (pto y 2) sep.emp))
(assert (wand (pto x 1) (pto y 2)))
