; solver: z3 4.8.12
; wrong: crash
; A segmentation fault for a function of a parametric datatype. A function that is always true fits: sat.
(set-logic ALL)
(declare-datatypes ((b 1)) ((par (T) ((c) (d (f (b T)))))))
(declare-fun x ((b (_ BitVec 16))) Bool)
(declare-const A (b (_ BitVec 16)))
(assert (x (as c (b (_ BitVec 16)))))
(assert (x A))
(check-sat)
