; box: number.c
; answer: unsat
; known: no character is a letter and a digit
(declare-cb is_digit ((_ BitVec 8)) Bool)
(declare-cb is_alpha ((_ BitVec 8)) Bool)
(declare-const c (_ BitVec 8))
(assert (and (is_digit c) (is_alpha c)))
(check-sat)
