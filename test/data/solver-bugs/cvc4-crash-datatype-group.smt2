; solver: cvc4 1.8 --dump-models
; wrong: crash
; A null pointer for a constant of the last of three parametric datatypes; there is nothing that could be false.
(declare-datatypes ((a 1) (d 1) (q 1)) ((par (T) ((b))) (par (T) ((g))) (par (T) ((r (v Real))))))
(declare-const D (q Bool))
(check-sat)
