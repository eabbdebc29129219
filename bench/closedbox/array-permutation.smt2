; box: mixed.c
; answer: sat
; known: a permutation without a fixed first point
(declare-cb is_permutation ((Array (_ BitVec 3) (_ BitVec 8))) Bool)
(declare-cb peak ((Array (_ BitVec 3) (_ BitVec 8))) (_ BitVec 8))
(declare-const a (Array (_ BitVec 3) (_ BitVec 8)))
(assert (is_permutation a))
(assert (= (peak a) #x02))
(assert (bvult (select a #b000) (select a #b001)))
(assert (bvult (select a #b111) (select a #b110)))
(check-sat)
