; box: more.c
; option: -t 2s
; answer: unknown
; known: a box that is no function
(declare-cb counted ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (counted x) (bvadd x #x00000007)))
(check-sat)
