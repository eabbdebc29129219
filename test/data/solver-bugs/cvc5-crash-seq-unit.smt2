; solver: cvc5 1.0.3 --strings-exp
; wrong: crash
; A null pointer. The second assertion says that y is the unit of x, which is a prefix of itself: unsat.
(set-logic ALL)
(declare-const x String)
(declare-const y (Seq String))
(assert (ite (seq.prefixof (seq.unit x) y) false true))
(assert (seq.suffixof (seq.unit true)
  (seq.unit (seq.prefixof (seq.unit y) (seq.unit (seq.unit x))))))
(check-sat)
