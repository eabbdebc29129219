; solver: z3 4.8.12
; wrong: unsat
; model: ((declare-fun D!val!0 () D) (forall ((x D)) (= x D!val!0)) (define-fun n () D D!val!0))
; A sort may have one element only. Then a set that has it has everything.
(declare-sort D 0)
(declare-const n D)
(assert (= (store ((as const (Array D Bool)) false) n true) ((as const (Array D Bool)) true)))
(check-sat)
