; box: number.c
; answer: sat
; known: 89999 has the sum 44
(declare-cb digit_sum ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (digit_sum x) #x0000002c))
(assert (bvult x #x00030d40))
(check-sat)
