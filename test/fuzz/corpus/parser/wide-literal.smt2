(declare-const w (_ BitVec 437551256))
(assert (= w (_ bv3 437551256)))
(assert (= ((_ extract 7 0) w) (_ bv9 8)))
