; box: number.c
; answer: sat
; known: "ff"
(declare-cb hex (String) (_ BitVec 32))
(declare-const s String)
(assert (= (hex s) #x000000ff))
(assert (= (str.len s) 4))
(check-sat)
