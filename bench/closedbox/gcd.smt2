; box: number.c
; answer: sat
; known: gcd(48, 36) = 12
(declare-cb gcd ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (gcd x y) #x0000000c))
(assert (bvugt x #x00000020))
(assert (bvult x #x00000100))
(assert (bvugt y x))
(assert (bvult y #x00000100))
(check-sat)
