; box: mixed.c
; answer: sat
; known: 7531
(declare-cb parse_octal ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(declare-const d (_ BitVec 8))
(assert (= (parse_octal a b c d) #x00000f59))
(check-sat)
