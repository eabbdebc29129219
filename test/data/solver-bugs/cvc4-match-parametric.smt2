; solver: cvc4 1.8
; wrong: error
; "Matching failed for parameterized constructor": with one that holds true the assertion is true.
(set-logic ALL)
(declare-datatypes ((a 1)) ((par (T) ((b (d Real) (e T)) (c (f (a T)))))))
(declare-const g (a Bool))
(assert (e (match g (((b i j) g) ((c i) i)))))
(check-sat)
