; solver: cvc5 1.0.3 --strings-exp
; wrong: crash
; "2" is not in the first range. A range whose ends are not single characters is empty.
(set-logic ALL)
(assert (str.in_re "2" (re.diff (re.range "a" "b") (re.+ (re.++ (re.range "a" "") (str.to_re "b"))))))
(check-sat)
