; solver: cvc4 1.8
; wrong: crash
; A null pointer. What h gives for something that f has made is open: sat.
(set-logic ALL)
(declare-datatypes ((d 1)) ((par (T) ((e (h T)) (f (m Real))))))
(declare-const x Real)
(assert (h ((as f (d Bool)) x)))
(check-sat)
