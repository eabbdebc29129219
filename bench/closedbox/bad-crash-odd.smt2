; box: mixed.c
; answer: sat
; known: x = 2 * 1000
(declare-cb crash_odd ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (crash_odd x) #x00001b59))
(check-sat)
