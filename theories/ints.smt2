; Integer arithmetic.

(theory Ints
  :standard "2.6"
  :description "integer numbers"
  :sorts ((Int 0))
  :funs (
    ; sums and products
    (-   Int Int)
    (-   Int Int Int :left-assoc)
    (+   Int Int Int :left-assoc)
    (*   Int Int Int :left-assoc)
    (**  Int Int Int :guard (and (distinct $1 0) (>= $2 0)) :since "2.7")
    ; division
    (div Int Int Int :left-assoc :guard (distinct $2 0))
    (mod Int Int Int :guard (distinct $2 0))
    (abs Int Int)
    ; order
    (<=  Int Int Bool :chainable)
    (<   Int Int Bool :chainable)
    (>=  Int Int Bool :chainable)
    (>   Int Int Bool :chainable)
    ; divisibility by a numeral
    ((_ divisible n) Int Bool :where (> n 0))
  ))

; z3 4.8.12 gives (^ Int Int) the sort Real and converts back where an Int is
; wanted; cvc5 gives it Int and wants a numeral as the exponent.
(theory IntExtensions
  :extension "cvc5"
  :description "powers, remainder and bitwise operations on integers"
  :sorts ()
  :funs (
    (^          Int Int Int :guard (or (> $2 0) (and (distinct $1 0) (= $2 0))) :extension "z3 cvc5")
    (rem        Int Int Int :guard (distinct $2 0) :extension "z3")
    (int.pow2   Int Int)
    ((_ iand n) Int Int Int :where (> n 0))
  ))
