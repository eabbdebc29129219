; box: mixed.c
; answer: sat
; known: '_' is graphic punctuation
(declare-cb graphic ((_ BitVec 8)) Bool)
(declare-cb punctuation ((_ BitVec 8)) Bool)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (and (graphic a) (punctuation a) (not (punctuation b)) (graphic b)))
(assert (= (bvadd a b) #xd0))
(check-sat)
