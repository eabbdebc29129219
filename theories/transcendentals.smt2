; Transcendental functions on reals.

(theory Transcendentals
  :extension "cvc5"
  :description "exponential and trigonometric functions, square root"
  :sorts ()
  :funs (
    (real.pi Real)
    (exp     Real Real)
    (sqrt    Real Real :guard (>= $1 0.0))
    ; trigonometric
    (sin     Real Real :extension "z3 cvc5")
    (cos     Real Real :extension "z3 cvc5")
    (tan     Real Real :guard (distinct (cos $1) 0.0) :extension "z3 cvc5")
    (csc     Real Real :guard (distinct (sin $1) 0.0))
    (sec     Real Real :guard (distinct (cos $1) 0.0))
    (cot     Real Real :guard (distinct (sin $1) 0.0))
    ; inverse
    (arcsin  Real Real :guard (and (<= (- 1.0) $1) (<= $1 1.0)))
    (arccos  Real Real :guard (and (<= (- 1.0) $1) (<= $1 1.0)))
    (arctan  Real Real)
    (arccsc  Real Real :guard (or (<= $1 (- 1.0)) (<= 1.0 $1)))
    (arcsec  Real Real :guard (or (<= $1 (- 1.0)) (<= 1.0 $1)))
    (arccot  Real Real)
  ))

(theory TranscendentalsZ3
  :extension "z3"
  :description "constants, inverse and hyperbolic functions under the names of z3"
  :sorts ()
  :funs (
    (pi    Real)
    (euler Real)
    (asin  Real Real :guard (and (<= (- 1.0) $1) (<= $1 1.0)))
    (acos  Real Real :guard (and (<= (- 1.0) $1) (<= $1 1.0)))
    (atan  Real Real)
    (sinh  Real Real)
    (cosh  Real Real)
    (tanh  Real Real)
    (asinh Real Real)
    (acosh Real Real :guard (<= 1.0 $1))
    (atanh Real Real :guard (and (< (- 1.0) $1) (< $1 1.0)))
  ))
