; Real arithmetic.

(theory Reals
  :standard "2.6"
  :description "real numbers"
  :sorts ((Real 0))
  :funs (
    ; sums, products and quotients
    (-   Real Real)
    (-   Real Real Real :left-assoc)
    (+   Real Real Real :left-assoc)
    (*   Real Real Real :left-assoc)
    (/   Real Real Real :left-assoc :guard (distinct $2 0.0))
    ; order
    (<=  Real Real Bool :chainable)
    (<   Real Real Bool :chainable)
    (>=  Real Real Bool :chainable)
    (>   Real Real Bool :chainable)
  ))

(theory RealExtensions
  :extension "z3 cvc5"
  :description "powers and absolute value of reals"
  :sorts ()
  :funs (
    ; of numbers that are not positive by integers only, and not of 0 by 0 or less
    (^   Real Real Real :guard (or (> $1 0.0) (and (is_int $2) (or (< $1 0.0) (> $2 0.0)))))
    (abs Real Real)
  ))
