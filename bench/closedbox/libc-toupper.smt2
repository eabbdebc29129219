; box: libc.so.6
; answer: sat
; known: n to z are changed
(declare-cb toupper ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (distinct (toupper x) x))
(assert (bvugt x #x0000006d))
(assert (bvult x #x00000080))
(check-sat)
