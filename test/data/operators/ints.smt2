; Ints, and what z3 and cvc5 add.
(set-logic ALL)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)

; Ints
(assert (= (- x) y))
(assert (= (- x y z) 0))
(assert (= (+ x y z) 1))
(assert (= (* x y z) 2))
(assert (= (** x y) 3))
(assert (= (div x y z) 4))
(assert (= (mod x y) 5))
(assert (= (abs x) 6))
(assert (<= x y z))
(assert (< x y z))
(assert (>= x y z))
(assert (> x y z))
(assert ((_ divisible 3) x))

; IntExtensions
(assert (= (^ x 2) 7))
(assert (= (rem x y) 8))
(assert (= (int.pow2 x) 9))
(assert (= ((_ iand 4) x y) 10))
