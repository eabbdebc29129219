; box: hash.c
; answer: sat
; known: by construction, x = 54321
(declare-cb mix ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 16))
(assert (= (mix ((_ zero_extend 16) x)) #x4a023dbf))
(check-sat)
