; box: mixed.c
; option: --call-timeout 20ms
; answer: sat
; known: x = 4660 xor ...
(declare-cb hang_low ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (hang_low x) #x0000486e))
(check-sat)
