; solver: cvc4 1.8
; wrong: sat
; The ratio of a circle's circumference to its diameter is not 1.
(set-logic ALL)
(assert (= real.pi 1.0))
(check-sat)
