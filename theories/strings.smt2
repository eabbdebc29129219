; Strings over Unicode characters and regular expressions. (_ re.loop i j) with
; i > j is legal and denotes the empty language.
; z3 4.8.12 and cvc5 1.0.3 take str.< and str.<= with two arguments only.

(theory Strings
  :standard "2.6"
  :description "Unicode strings and regular expressions"
  :sorts ((String 0) (RegLan 0))
  :funs (
    ; strings
    ((_ char c) String) ; (_ char #x41); the solvers take codes beyond the alphabet, too
    (str.++     String String String :left-assoc)
    (str.len    String Int)
    (str.at     String Int String)
    (str.substr String Int Int String)
    ; order
    (str.<  String String Bool :chainable :usual 2)
    (str.<= String String Bool :chainable :usual 2)
    ; search
    (str.prefixof String String Bool)
    (str.suffixof String String Bool)
    (str.contains String String Bool)
    (str.indexof  String String Int Int)
    ; replacement
    (str.replace        String String String String)
    (str.replace_all    String String String String :alias str.replaceall)
    (str.replace_re     String RegLan String String)
    (str.replace_re_all String RegLan String String)
    ; characters and numbers
    (str.is_digit  String Bool)
    (str.to_code   String Int :alias str.code)
    (str.from_code Int String)
    (str.to_int    String Int :alias str.to.int :alias str.to-int)
    (str.from_int  Int String :alias int.to.str :alias str.from-int)
    ; membership
    (str.to_re String RegLan :alias str.to.re :alias str.to-re :alias seq.to.re)
    (str.in_re String RegLan Bool :alias str.in.re :alias str.in-re :alias seq.in.re)
    ; regular expressions
    (re.none         RegLan :alias re.nostr :alias re.empty)
    (re.all          RegLan)
    (re.allchar      RegLan)
    (re.++           RegLan RegLan RegLan :left-assoc)
    (re.union        RegLan RegLan RegLan :left-assoc)
    (re.inter        RegLan RegLan RegLan :left-assoc)
    (re.diff         RegLan RegLan RegLan :left-assoc)
    (re.comp         RegLan RegLan :alias re.complement)
    (re.*            RegLan RegLan)
    (re.+            RegLan RegLan)
    (re.opt          RegLan RegLan)
    (re.range        String String RegLan)
    ((_ re.^ n)      RegLan RegLan)
    ((_ re.loop i j) RegLan RegLan)
  ))

(theory StringExtensions
  :extension "cvc5"
  :description "further string and regular expression operators of the solvers"
  :sorts ()
  :funs (
    ; strings
    (str.rev        String String)
    (str.to_lower   String String :alias str.tolower)
    (str.to_upper   String String :alias str.toupper)
    (str.update     String Int String String)
    (str.indexof_re String RegLan Int Int)
    (str.indexof    String String Int :extension "z3")
    (str.from_ubv   (_ BitVec m) String :extension "z3")
    ; regular expressions; the bounds of the plain re.loop are numerals
    (re.loop       RegLan Int Int RegLan :extension "z3")
    (re.loop       RegLan Int RegLan :extension "z3")
    ((_ re.loop i) RegLan RegLan :extension "z3")
    (re.reverse    RegLan RegLan :extension "z3")
  ))

; Strings are sequences of Unicode in z3: seq.unit and seq.nth lead to and from it.
(theory Characters
  :extension "z3"
  :description "single characters as a sort of their own"
  :sorts ((Unicode 0))
  :funs (
    ((_ Char n)    Unicode)
    (char.<=       Unicode Unicode Bool)
    (char.to_int   Unicode Int)
    (char.is_digit Unicode Bool)
  ))
