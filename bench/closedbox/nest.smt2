; box: number.c
; answer: sat
; known: gcd of digit sums
(declare-cb gcd ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-cb digit_sum ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (gcd (digit_sum x) (digit_sum y)) #x00000009))
(assert (bvult x y))
(check-sat)
