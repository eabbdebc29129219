; box: various.c
; answer: sat
; known: day 11020 is 2000-03-04
(declare-cb days_from_date (Int Int Int) Int)
(declare-const y Int)(declare-const m Int)(declare-const d Int)
(assert (and (>= y 1990) (<= y 2010) (>= m 1) (<= m 12) (>= d 1) (<= d 28)))
(assert (= (days_from_date y m d) 11020))
(check-sat)
