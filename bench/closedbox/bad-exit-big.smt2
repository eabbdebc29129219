; box: mixed.c
; answer: sat
; known: x = 65537 - 1 ...: 300 squared
(declare-cb exit_big ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (exit_big x) #x00015f90))
(check-sat)
