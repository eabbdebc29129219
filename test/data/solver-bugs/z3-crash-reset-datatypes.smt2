; solver: z3 4.8.12
; wrong: crash
(declare-datatypes ((A 1) (B 1) (C 1)) ((par (T) ((a) (b))) (par (T) ((c))) (par (T) ((d)))))
(assert (match (as a (A Bool)) ((a true) (b true))))
(reset)
(declare-datatypes ((E 0)) (((e) (f) (g) (h))))
(declare-const x E)
(assert (match x ((e true) (f true) (g false) (h true))))
(check-sat)
