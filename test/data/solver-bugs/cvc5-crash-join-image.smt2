; solver: cvc5 1.0.3
; wrong: crash
; A null pointer, where the number of related elements is a constant.
(set-logic ALL)
(declare-const a Int)
(assert (set.is_singleton (rel.join_image (as set.empty (Set (Tuple (Set Int) (Set Int)))) a)))
(check-sat)
