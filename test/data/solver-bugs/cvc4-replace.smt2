; solver: cvc4 1.8 --strings-exp
; wrong: unsat
; model: ((define-fun x () String "AAA") (define-fun y () String "AA"))
; What stands for the first occurrence of y in x is y.
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace x y (str.replace (str.replace y "" "A") x "A"))))
(check-sat)
