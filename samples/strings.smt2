; A user name in front of an address: non-empty, of small letters and dots, with
; no two dots in a row, and the whole has a given length.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const address String)
(declare-const user String)
(declare-const at Int)
(define-fun letters () RegLan (re.+ (re.range "a" "z")))
(assert (= at (str.indexof address "@" 0)))
(assert (> at 0))
(assert (= user (str.substr address 0 at)))
(assert (str.in_re user (re.++ letters (re.* (re.++ (str.to_re ".") letters)))))
(assert (str.contains user "."))
(assert (str.suffixof "@example.org" address))
(assert (= (str.len address) 20))
; Escapes are part of the language: \u{e9} is one character.
(assert (not (str.contains address "\u{e9}")))
(check-sat)
(get-value (user (str.len user)))
