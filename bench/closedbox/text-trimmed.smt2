; box: text.c
; answer: sat
; known: four blanks
(declare-cb trimmed (String) String)
(declare-const s String)
(assert (< (str.len (trimmed s)) (- (str.len s) 3)))
(assert (> (str.len (trimmed s)) 1))
(check-sat)
