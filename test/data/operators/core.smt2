; Core, and what z3 and cvc5 add to it: counting, order relations, cardinality.
(set-logic ALL)
(declare-sort U 0)
(declare-const p Bool)
(declare-const q Bool)
(declare-const r Bool)
(declare-const x U)
(declare-const y U)
(declare-const z U)

; Core
(assert true)
(assert (not false))
(assert (=> p q r))
(assert (and p q r))
(assert (or p q r))
(assert (xor p q r))
(assert (= x y z))
(assert (distinct x y z))
(assert (= (ite p x y) z))

; binders and annotations
(assert (let ((a (and p q)) (b (or p q))) (=> a b)))
(assert (forall ((u U)) (exists ((v U)) (= u v))))
(assert (! (or p q) :named p_or_q))

; PseudoBoolean
(assert ((_ at-most 2) p q r))
(assert ((_ at-least 1) p q r))
(assert ((_ pble 5 2 3 4) p q r))
(assert ((_ pbge 5 2 3 4) p q r))
(assert ((_ pbeq 5 2 3 4) p q r))

; SpecialRelations
(assert ((_ partial-order 0) x y))
(assert ((_ linear-order 1) x y))
(assert ((_ tree-order 2) x y))
(assert ((_ piecewise-linear-order 3) x y))

; Cardinality
(assert (_ fmf.card U 3))
