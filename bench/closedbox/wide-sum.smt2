; box: more.c
; answer: sat
; known: two numbers with a given sum and exclusive or
(declare-cb add_wide ((_ BitVec 128) (_ BitVec 128)) (_ BitVec 128))
(declare-const x (_ BitVec 128))
(declare-const y (_ BitVec 128))
(assert (= (add_wide x y) #x00000000000000010000000000000000))
(assert (= (bvand x y) #x00000000000000008000000000000000))
(check-sat)
