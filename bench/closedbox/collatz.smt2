; box: number.c
; answer: sat
; known: 27 takes 111 steps
(declare-cb collatz ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (collatz x) #x0000006f))
(assert (bvult x #x00000064))
(check-sat)
