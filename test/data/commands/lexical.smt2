; Symbols, literals and comments in all forms.
(set-logic ALL) ; a comment with "quotes" and |bars|
(declare-const |a symbol with blanks| Int)
(declare-const |simple| Int)
(declare-const |let| Int)
(declare-const |a
line break| Int)
(declare-const |"| Int)
(declare-const |;| Int)
(declare-const |1x| Int)
(declare-const || Int)
(declare-const |(| Int)
(declare-const |ünïcödé| Int)
(declare-const ~!@$%^&*_-+=<>.?/ Int)
(declare-const .hidden Int)
(declare-const @auxiliary Int)
(declare-const s String)
(assert (= |a symbol with blanks| simple |simple| |let| |a
line break| |"| |;| |1x| || |(| |ünïcödé| ~!@$%^&*_-+=<>.?/ .hidden @auxiliary))
(assert (< 0 123456789012345678901234567890))
(assert (< 0.0 1.50 3.14159265358979323846264338327950288))
(assert (distinct #b0 #b1 #b0))
(assert (distinct #xabcdef #xABCDEF #xAbCdEf))
(assert (= #b1111 #xf (_ bv15 4)))
(assert (distinct (_ bv340282366920938463463374607431768211455 128) (_ bv0 128)))
(assert (distinct s "" " " """" "\" "\u{0}" "\u{48}ello" "\u0041" "\u{2FFFF}" "\u{" "\u12" "tab	" "two
lines" "é" "日本語" "🙂" "\n" "\\"))
(assert (distinct s (_ char #x0) (_ char #x41) (_ char #x1F600)))
(set-info :text "a ; is no comment here")
(echo "")
(echo "(")	(check-sat)(check-sat
)
