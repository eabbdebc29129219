; box: builtin.c
; answer: sat
; known: half of the numbers have odd parity, and so on
(declare-cb thue_morse ((_ BitVec 64)) Bool)
(declare-const k (_ BitVec 64))
(assert (thue_morse k))
(assert (thue_morse (bvadd k #x0000000000000001)))
(assert (not (thue_morse (bvadd k #x0000000000000002))))
(assert (thue_morse (bvmul k #x0000000000000003)))
(assert (bvugt k #x0000001000000000))
(check-sat)
