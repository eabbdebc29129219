; solver: cvc5 1.0.3 --sets-ext
; wrong: sat
; 1 is related to one element, and not to 2^63 + 1 of them.
(set-logic ALL)
(assert (not (= (rel.join_image (set.singleton (tuple 1 2)) 9223372036854775809)
                (as set.empty (Relation Int)))))
(check-sat)
