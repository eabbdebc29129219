; box: number.c
; answer: unsat
; known: five digits have at most the sum 45
(declare-cb digit_sum ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (digit_sum x) #x0000002e))
(assert (bvult x #x000186a0))
(check-sat)
