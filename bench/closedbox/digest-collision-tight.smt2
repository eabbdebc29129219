; box: digest.c
; answer: sat
; known: of 2^13 numbers two have the same 16 bits: by counting with a program
(declare-cb fold ((_ BitVec 32)) (_ BitVec 16))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (fold x) (fold y)))
(assert (distinct x y))
(assert (and (bvult x #x00002000) (bvult y #x00002000)))
(check-sat)
