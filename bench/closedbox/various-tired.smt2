; box: various.c
; option: -t 1s
; answer: unknown
; known: its answers depend on how often it was called
(declare-cb tired ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00000fff))
(assert (= (tired x) #x00000005))
(check-sat)
