; box: more.c
; option: -t 2s
; answer: unknown
; known: half of all calls end the process, so a sweep proves nothing
(declare-cb quits ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00000100))
(assert (= ((_ extract 0 0) (quits x)) #b0))
(check-sat)
