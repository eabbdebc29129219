; box: cipher.c
; answer: sat
; known: the key is 0xbeef
(declare-cb toy_cipher ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 16))
(declare-const k (_ BitVec 16))
(assert (= (toy_cipher #x1234 k) (_ bv29331 16)))
(assert (= (toy_cipher #x0001 k) (_ bv29419 16)))
(check-sat)
