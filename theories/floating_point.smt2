; Floating-point numbers. eb is the width of the exponent, sb that of the
; significand with its hidden bit.

(theory FloatingPoint
  :standard "2.6"
  :description "floating-point numbers as in IEEE 754"
  :sorts (
    (RoundingMode 0)
    ((_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    (Float16  :is (_ FloatingPoint 5 11))
    (Float32  :is (_ FloatingPoint 8 24))
    (Float64  :is (_ FloatingPoint 11 53))
    (Float128 :is (_ FloatingPoint 15 113)))
  :funs (
    ; rounding modes
    (RNE RoundingMode :alias roundNearestTiesToEven)
    (RNA RoundingMode :alias roundNearestTiesToAway)
    (RTP RoundingMode :alias roundTowardPositive)
    (RTN RoundingMode :alias roundTowardNegative)
    (RTZ RoundingMode :alias roundTowardZero)
    ; values
    (fp              (_ BitVec 1) (_ BitVec eb) (_ BitVec i) (_ FloatingPoint eb (+ i 1)) :where (and (> eb 1) (> i 0)))
    ((_ +oo eb sb)   (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ -oo eb sb)   (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ +zero eb sb) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ -zero eb sb) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ NaN eb sb)   (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ; arithmetic
    (fp.abs             (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    (fp.neg             (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    (fp.add             RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    (fp.sub             RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    (fp.mul             RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    (fp.div             RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    (fp.fma             RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    (fp.sqrt            RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    (fp.rem             (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    (fp.roundToIntegral RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))
    ; either zero may be the result on zeros of different sign
    (fp.min (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) :guard (not (and (fp.isZero $1) (fp.isZero $2) (distinct $1 $2))))
    (fp.max (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) :guard (not (and (fp.isZero $1) (fp.isZero $2) (distinct $1 $2))))
    ; comparison
    (fp.leq (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)
    (fp.lt  (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)
    (fp.geq (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)
    (fp.gt  (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)
    (fp.eq  (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)
    ; classification
    (fp.isNormal    (_ FloatingPoint eb sb) Bool)
    (fp.isSubnormal (_ FloatingPoint eb sb) Bool)
    (fp.isZero      (_ FloatingPoint eb sb) Bool)
    (fp.isInfinite  (_ FloatingPoint eb sb) Bool)
    (fp.isNaN       (_ FloatingPoint eb sb) Bool)
    (fp.isNegative  (_ FloatingPoint eb sb) Bool)
    (fp.isPositive  (_ FloatingPoint eb sb) Bool)
    ; conversions to floating point: from bits, floating point, real, signed and unsigned
    ((_ to_fp eb sb)          (_ BitVec (+ eb sb)) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ to_fp eb sb)          RoundingMode (_ FloatingPoint m n) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ to_fp eb sb)          RoundingMode Real (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ to_fp eb sb)          RoundingMode (_ BitVec m) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ to_fp_unsigned eb sb) RoundingMode (_ BitVec m) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ; conversions from floating point
    ((_ fp.to_ubv m) RoundingMode (_ FloatingPoint eb sb) (_ BitVec m) :where (> m 0) :guard in-range)
    ((_ fp.to_sbv m) RoundingMode (_ FloatingPoint eb sb) (_ BitVec m) :where (> m 0) :guard in-range)
    (fp.to_real      (_ FloatingPoint eb sb) Real :guard (not (or (fp.isNaN $1) (fp.isInfinite $1))))
  ))

(theory FloatingPointExtensions
  :extension "cvc5"
  :description "conversions known to one solver"
  :sorts ()
  :funs (
    ; to_fp with one meaning each
    ((_ to_fp_bv eb sb)     (_ BitVec (+ eb sb)) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ to_fp_fp eb sb)     RoundingMode (_ FloatingPoint m n) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ to_fp_real eb sb)   RoundingMode Real (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ((_ to_fp_signed eb sb) RoundingMode (_ BitVec m) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)))
    ; to_fp from a significand and a binary exponent, from an integer, from three fields
    ((_ to_fp eb sb) RoundingMode Real Int (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)) :extension "z3")
    ((_ to_fp eb sb) RoundingMode Int Real (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)) :extension "z3")
    ((_ to_fp eb sb) RoundingMode Int (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)) :extension "z3")
    ((_ to_fp eb sb) (_ BitVec 1) (_ BitVec eb) (_ BitVec (- sb 1)) (_ FloatingPoint eb sb) :where (and (> eb 1) (> sb 1)) :extension "z3")
    ; bits of a number; those of NaN are open
    (fp.to_ieee_bv (_ FloatingPoint eb sb) (_ BitVec (+ eb sb)) :guard (not (fp.isNaN $1)) :extension "z3")
  ))
