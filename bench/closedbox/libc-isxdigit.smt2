; box: libc.so.6
; answer: sat
; known: A to F
(declare-cb isxdigit ((_ BitVec 32)) (_ BitVec 32))
(declare-cb isupper ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00000080))
(assert (distinct (isxdigit x) #x00000000))
(assert (distinct (isupper x) #x00000000))
(assert (= ((_ extract 0 0) x) #b1))
(check-sat)
