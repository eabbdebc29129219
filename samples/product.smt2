; A solver that is wrong about a product would be reduced to that product.
(set-logic QF_LIA)
(declare-const width Int)
(declare-const height Int)
(declare-const area Int)
(assert (and (> width 0) (> height 0)))
(assert (or (= area (* 3 width)) (< area (+ width height 17))))
(assert (not (= area 0)))
(check-sat)
