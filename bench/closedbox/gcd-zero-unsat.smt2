; box: number.c
; answer: unsat
; known: gcd(0, 7) = 7
(declare-cb gcd ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= x (gcd #x00000000 #x00000007)))
(assert (not (= x #x00000007)))
(check-sat)
