; box: digest.c
; answer: sat
; known: many arrays
(declare-cb internet ((Array (_ BitVec 4) (_ BitVec 8))) (_ BitVec 16))
(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
(assert (= (internet a) #x1234))
(assert (= (select a #x0) #x45))
(assert (bvugt (select a #x8) #x40))
(check-sat)
