; solver: z3 4.8.12
; wrong: sat
; The arrays differ at #b00 and #b11: 0 in the one, 1 in the other.
(assert (= (store (store ((as const (Array (_ BitVec 2) Int)) 0) #b01 5) #b10 5)
           (store (store ((as const (Array (_ BitVec 2) Int)) 1) #b01 5) #b10 5)))
(check-sat)
