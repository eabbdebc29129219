; solver: z3 4.8.12
; wrong: unsat
; model: ((define-fun a () (_ BitVec 3) #b011))
; The number 3 has one digit. With #b011 in the place of a z3 says sat.
(set-logic ALL)
(declare-const a (_ BitVec 3))
(assert (str.is_digit (str.from_ubv a)))
(check-sat)
