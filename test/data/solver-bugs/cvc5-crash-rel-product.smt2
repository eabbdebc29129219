; solver: cvc5 1.0.3
; wrong: crash
; A null pointer for relations of tuples without elements.
(set-logic ALL)
(declare-const a (Set Tuple))
(assert (set.is_singleton (rel.product a a)))
(check-sat)
