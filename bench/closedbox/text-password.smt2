; box: text.c
; answer: sat
; known: "k9-Tango"
(declare-cb password (String) (_ BitVec 32))
(declare-const s String)
(assert (= (password s) #x00000000))
(check-sat)
