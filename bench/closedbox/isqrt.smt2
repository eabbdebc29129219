; box: number.c
; answer: sat
; known: 46341^2 = 2147488281
(declare-cb isqrt ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (isqrt x) #x0000b505))
(check-sat)
