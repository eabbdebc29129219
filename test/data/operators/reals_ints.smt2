; Reals_Ints: conversions, also those that mixed arithmetic implies.
(set-logic ALL)
(declare-const i Int)
(declare-const x Real)

(assert (= (to_real i) x))
(assert (= (to_real x) x))
(assert (= (to_int x) i))
(assert (is_int x))
(assert (< (+ i x) 3))
(assert (= x 2))
(assert (= (/ i 2) x))
