; box: more.c
; answer: unsat
; known: of four numbers in a row one is divisible by 4; by sweep
(declare-cb mobius (Int) Int)
(declare-const n Int)
(assert (and (>= n 1) (<= n 5000)))
(assert (distinct (mobius n) 0))
(assert (distinct (mobius (+ n 1)) 0))
(assert (distinct (mobius (+ n 2)) 0))
(assert (distinct (mobius (+ n 3)) 0))
(check-sat)
