; box: mixed.c
; answer: sat
; known: after 113 comes 127
(declare-cb next_prime (Int) Int)
(declare-const p Int)
(assert (>= (- (next_prime p) p) 14))
(assert (= (next_prime (- p 1)) p))
(assert (< 0 p 1000))
(check-sat)
