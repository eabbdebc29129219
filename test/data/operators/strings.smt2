; Strings, and what z3 and cvc5 add.
(set-logic ALL)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(declare-const i Int)
(declare-const j Int)
(declare-const b (_ BitVec 8))
(declare-const r RegLan)

; literals
(assert (= s "" "a""b" "\u{1F600}" "\u00e9" "\x41 is not an escape"))
(assert (= s (_ char #x41)))
(assert (distinct s (_ char #x2FFFF)))
(assert (distinct s (_ char #x30000)))

; strings
(assert (= (str.++ s t u) ""))
(assert (= (str.len s) i))
(assert (= (str.at s i) t))
(assert (= (str.substr s i j) t))

; order
(assert (str.< s t u))
(assert (str.<= s t u))

; search
(assert (str.prefixof s t))
(assert (str.suffixof s t))
(assert (str.contains s t))
(assert (= (str.indexof s t i) j))

; replacement
(assert (= (str.replace s t u) s))
(assert (= (str.replace_all s t u) s))
(assert (= (str.replace_re s (str.to_re "a") u) s))
(assert (= (str.replace_re_all s (str.to_re "a") u) s))

; characters and numbers
(assert (str.is_digit s))
(assert (= (str.to_code s) i))
(assert (= (str.from_code i) s))
(assert (= (str.to_int s) i))
(assert (= (str.from_int i) s))

; regular expressions
(assert (str.in_re s re.none))
(assert (str.in_re s re.all))
(assert (str.in_re s re.allchar))
(assert (str.in_re s (re.++ (str.to_re "a") (str.to_re "b") re.all)))
(assert (str.in_re s (re.union (str.to_re "a") (str.to_re "b") re.all)))
(assert (str.in_re s (re.inter (str.to_re "a") (str.to_re "b") re.all)))
(assert (str.in_re s (re.diff re.all (str.to_re "b"))))
(assert (str.in_re s (re.comp (str.to_re "a"))))
(assert (str.in_re s (re.* (str.to_re "a"))))
(assert (str.in_re s (re.+ (str.to_re "a"))))
(assert (str.in_re s (re.opt (str.to_re "a"))))
(assert (str.in_re s (re.range "a" "z")))
(assert (str.in_re s ((_ re.^ 3) (str.to_re "a"))))
(assert (str.in_re s ((_ re.loop 2 5) (str.to_re "a"))))

; StringExtensions
(assert (= (str.rev s) t))
(assert (= (str.to_lower s) t))
(assert (= (str.to_upper s) t))
(assert (= (str.update s i t) u))
(assert (= (str.indexof_re s (str.to_re "a") i) j))
(assert (= (str.indexof s t) i))
(assert (= (str.from_ubv b) s))
(assert (str.in_re s (re.loop (str.to_re "a") 2 5)))
(assert (str.in_re s (re.loop (str.to_re "a") 2)))
(assert (str.in_re s ((_ re.loop 2) (str.to_re "a"))))
(assert (str.in_re s (re.reverse r)))

; Characters
(declare-const c Unicode)
(assert (= c (_ Char 65)))
(assert (char.<= c (_ Char 90)))
(assert (= (char.to_int c) i))
(assert (char.is_digit c))
