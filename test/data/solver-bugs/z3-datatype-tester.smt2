; solver: z3 4.8.12
; wrong: error
; The argument says which of the two instances of the datatype is meant. Both are c in a model: sat.
(set-logic ALL)
(declare-datatypes ((D 1)) ((par (T) ((c) (d (e T))))))
(declare-const x (D Bool))
(declare-const y (D Int))
(assert ((_ is c) x))
(assert ((_ is c) y))
(check-sat)
