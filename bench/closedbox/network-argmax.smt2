; box: mixed.c
; answer: sat
; known: three classes at neighbouring points
(declare-cb argmax (Int Int Int) (_ BitVec 8))
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (= (argmax a b c) #x00))
(assert (= (argmax a (+ b 1) c) #x01))
(assert (= (argmax a b (- c 2)) #x02))
(assert (and (<= (- 50) a 50) (<= (- 50) b 50) (<= (- 50) c 50)))
(check-sat)
