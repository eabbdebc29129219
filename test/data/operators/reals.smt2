; Reals, and what z3 and cvc5 add.
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)

; Reals
(assert (= (- x) y))
(assert (= (- x y z) 0.0))
(assert (= (+ x y z) 1.0))
(assert (= (* x y z) 2.0))
(assert (= (/ x y z) 3.5))
(assert (<= x y z))
(assert (< x y z))
(assert (>= x y z))
(assert (> x y z))

; RealExtensions
(assert (= (^ x 2.0) 7.0))
(assert (= (abs x) 8.25))
