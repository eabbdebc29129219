; box: libc.so.6
; answer: unsat
; known: no character is a digit and a letter; 128 characters
(declare-cb isdigit ((_ BitVec 32)) (_ BitVec 32))
(declare-cb isalpha ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00000080))
(assert (and (distinct (isdigit x) #x00000000) (distinct (isalpha x) #x00000000)))
(check-sat)
