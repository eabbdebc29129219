; solver: z3 4.8.12
; wrong: sat
; One element does not occur in the empty sequence.
(assert (not (= (seq.last_indexof (as seq.empty (Seq Int)) (seq.unit 1)) (- 1))))
(check-sat)
