; box: mixed.c
; answer: sat
; known: by construction, k = #x3a7c
(declare-cb present_layer ((_ BitVec 16)) (_ BitVec 16))
(declare-const k (_ BitVec 16))
(assert (= (present_layer (bvxor k (present_layer (bvxor k #x1234)))) #x3e6a))
(assert (= (present_layer (bvxor k (present_layer (bvxor k #xbeef)))) #x834d))
(check-sat)
