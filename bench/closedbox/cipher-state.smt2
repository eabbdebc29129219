; box: cipher.c
; answer: sat
; known: a word of the automaton
(declare-cb next_state ((_ BitVec 32) (_ BitVec 8)) (_ BitVec 32))
(declare-const p (_ BitVec 8))
(declare-const q (_ BitVec 8))
(declare-const r (_ BitVec 8))
(assert (= (next_state (next_state (next_state #x00000000 p) q) r) #x00000005))
(check-sat)
