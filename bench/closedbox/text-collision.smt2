; box: text.c
; answer: sat
; known: 16 bits of hash
(declare-cb djb2_low (String) (_ BitVec 16))
(declare-const s String)
(declare-const t String)
(assert (distinct s t))
(assert (= (djb2_low s) (djb2_low t)))
(assert (and (> (str.len s) 3) (> (str.len t) 3)))
(check-sat)
