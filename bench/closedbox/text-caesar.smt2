; box: text.c
; answer: sat
; known: "Hello"
(declare-cb caesar (String (_ BitVec 8)) String)
(declare-const s String)
(assert (= (caesar s #x03) "Khoor"))
(check-sat)
