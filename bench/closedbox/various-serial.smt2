; box: various.c
; answer: sat
; hard
; known: the first byte 0 and the second 33 give the same sum
(declare-cb serial_checksum ((_ BitVec 96)) (_ BitVec 32))
(declare-const x (_ BitVec 96))
(assert (= (serial_checksum x) (serial_checksum #x0c0b0a090807060504030201)))
(assert (not (= x #x0c0b0a090807060504030201)))
(assert (= ((_ extract 95 48) x) #x0c0b0a090807))
(check-sat)
