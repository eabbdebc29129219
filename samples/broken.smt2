; Not well-sorted: the two sides of the comparison have different widths.
(set-logic QF_BV)
(declare-const byte (_ BitVec 8))
(declare-const word (_ BitVec 32))
(assert (bvult byte word))
(check-sat)
