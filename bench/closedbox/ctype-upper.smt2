; box: number.c
; answer: sat
; known: A and a
(declare-cb to_upper ((_ BitVec 32)) (_ BitVec 32))
(declare-const c (_ BitVec 32))
(declare-const d (_ BitVec 32))
(assert (= (to_upper c) (to_upper d)))
(assert (not (= c d)))
(assert (bvult c #x00000080))
(assert (bvult d #x00000080))
(check-sat)
