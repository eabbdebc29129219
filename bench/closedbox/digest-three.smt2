; box: digest.c
; answer: sat
; known: the hash of 17, 200, 99
(declare-cb one_at_a_time ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(declare-const z (_ BitVec 8))
(assert (= (one_at_a_time x y z) (_ bv4142270175 32)))
(check-sat)
