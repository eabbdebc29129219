; box: number.c
; answer: sat
; known: punctuation above the digits
(declare-cb is_punct ((_ BitVec 8)) Bool)
(declare-cb is_alpha ((_ BitVec 8)) Bool)
(declare-const c (_ BitVec 8))
(assert (and (is_punct c) (bvugt c #x39) (bvult c #x41)))
(check-sat)
