; box: cipher.c
; answer: sat
; known: a rotation of 128 bits
(declare-cb rotate ((_ BitVec 128)) (_ BitVec 128))
(declare-const x (_ BitVec 128))
(assert (= (rotate x) #x00112233445566778899aabbccddeeff))
(check-sat)
