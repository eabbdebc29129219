; ArraysEx, and what z3 and cvc5 add.
(set-logic ALL)
(declare-const a (Array Int Int))
(declare-const b (Array Int Int))
(declare-const n (Array Int (Array Int Bool)))
(declare-const i Int)
(declare-const j Int)

; ArraysEx
(assert (= (select a i) 0))
(assert (= (store a i 1) b))
(assert (select (select n i) j))
(assert (= n (store n i (store (select n i) j true))))

; ArrayExtensions
(assert (= a ((as const (Array Int Int)) 0)))
(assert (eqrange a b i j))
(assert (= (default a) 0))
