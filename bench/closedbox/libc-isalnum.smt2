; box: libc.so.6
; answer: sat
; known: libc: '7' or a letter
(declare-cb isalnum ((_ BitVec 32)) (_ BitVec 32))
(declare-cb isalpha ((_ BitVec 32)) (_ BitVec 32))
(declare-const c (_ BitVec 32))
(declare-const d (_ BitVec 32))
(assert (bvult c #x00000100))
(assert (not (= (isalnum c) #x00000000)))
(assert (= (isalpha c) #x00000000))
(assert (not (= (isalpha d) #x00000000)))
(assert (= (bvxor c d) #x00000055))
(assert (bvult d #x00000100))
(check-sat)
