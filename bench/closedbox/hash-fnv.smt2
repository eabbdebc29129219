; box: hash.c
; answer: sat
; known: by construction, x = #x000a1b2c
(declare-cb fnv ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (fnv x) #x48691c0a))
(assert (bvult x #x01000000))
(check-sat)
