; Bit-vectors. Literals #b..., #x... and (_ bvN m) belong to the parser.

(theory FixedSizeBitVectors
  :standard "2.6"
  :description "bit-vectors of fixed width, with the abbreviations of logic QF_BV"
  :sorts (((_ BitVec m) :where (> m 0)))
  :funs (
    ; concatenation and extraction
    (concat          (_ BitVec i) (_ BitVec j) (_ BitVec (+ i j)) :left-assoc)
    ((_ extract i j) (_ BitVec m) (_ BitVec (+ (- i j) 1)) :where (and (>= i j) (< i m)))
    ; bitwise
    (bvnot  (_ BitVec m) (_ BitVec m))
    (bvand  (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)
    (bvor   (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)
    (bvxor  (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)
    (bvnand (_ BitVec m) (_ BitVec m) (_ BitVec m))
    (bvnor  (_ BitVec m) (_ BitVec m) (_ BitVec m))
    (bvxnor (_ BitVec m) (_ BitVec m) (_ BitVec m))
    ; arithmetic; division by zero has a fixed result
    (bvneg  (_ BitVec m) (_ BitVec m))
    (bvadd  (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)
    (bvmul  (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)
    (bvsub  (_ BitVec m) (_ BitVec m) (_ BitVec m))
    (bvudiv (_ BitVec m) (_ BitVec m) (_ BitVec m))
    (bvurem (_ BitVec m) (_ BitVec m) (_ BitVec m))
    (bvsdiv (_ BitVec m) (_ BitVec m) (_ BitVec m))
    (bvsrem (_ BitVec m) (_ BitVec m) (_ BitVec m))
    (bvsmod (_ BitVec m) (_ BitVec m) (_ BitVec m))
    ; shifts
    (bvshl  (_ BitVec m) (_ BitVec m) (_ BitVec m))
    (bvlshr (_ BitVec m) (_ BitVec m) (_ BitVec m))
    (bvashr (_ BitVec m) (_ BitVec m) (_ BitVec m))
    ; comparison
    (bvult  (_ BitVec m) (_ BitVec m) Bool)
    (bvule  (_ BitVec m) (_ BitVec m) Bool)
    (bvugt  (_ BitVec m) (_ BitVec m) Bool)
    (bvuge  (_ BitVec m) (_ BitVec m) Bool)
    (bvslt  (_ BitVec m) (_ BitVec m) Bool)
    (bvsle  (_ BitVec m) (_ BitVec m) Bool)
    (bvsgt  (_ BitVec m) (_ BitVec m) Bool)
    (bvsge  (_ BitVec m) (_ BitVec m) Bool)
    (bvcomp (_ BitVec m) (_ BitVec m) (_ BitVec 1))
    ; extension and rotation
    ((_ repeat i)       (_ BitVec m) (_ BitVec (* i m)) :where (> i 0))
    ((_ zero_extend i)  (_ BitVec m) (_ BitVec (+ i m)))
    ((_ sign_extend i)  (_ BitVec m) (_ BitVec (+ i m)))
    ((_ rotate_left i)  (_ BitVec m) (_ BitVec m))
    ((_ rotate_right i) (_ BitVec m) (_ BitVec m))
    ; overflow
    (bvnego  (_ BitVec m) Bool :since "2.7")
    (bvuaddo (_ BitVec m) (_ BitVec m) Bool :since "2.7")
    (bvsaddo (_ BitVec m) (_ BitVec m) Bool :since "2.7")
    (bvumulo (_ BitVec m) (_ BitVec m) Bool :since "2.7")
    (bvsmulo (_ BitVec m) (_ BitVec m) Bool :since "2.7")
    (bvusubo (_ BitVec m) (_ BitVec m) Bool :since "2.7")
    (bvssubo (_ BitVec m) (_ BitVec m) Bool :since "2.7")
    (bvsdivo (_ BitVec m) (_ BitVec m) Bool :since "2.7")
    ; conversions to and from integers
    (ubv_to_int      (_ BitVec m) Int :since "2.7")
    (sbv_to_int      (_ BitVec m) Int :since "2.7")
    ((_ int_to_bv m) Int (_ BitVec m) :where (> m 0) :since "2.7")
  ))

(theory BitVectorExtensions
  :extension "z3 cvc5"
  :description "conversions, reductions and overflow tests of the solvers"
  :sorts ()
  :funs (
    ; conversions to and from integers
    (bv2nat       (_ BitVec m) Int)
    (bv2int       (_ BitVec m) Int :extension "z3")
    ((_ int2bv m) Int (_ BitVec m) :where (> m 0))
    ; reductions
    (bvredor  (_ BitVec m) (_ BitVec 1))
    (bvredand (_ BitVec m) (_ BitVec 1))
    ; absence of overflow and underflow
    (bvsmul_noovfl (_ BitVec m) (_ BitVec m) Bool :extension "z3")
    (bvsmul_noudfl (_ BitVec m) (_ BitVec m) Bool :extension "z3")
    (bvumul_noovfl (_ BitVec m) (_ BitVec m) Bool :extension "z3")
    ; rotation by a term
    (ext_rotate_left  (_ BitVec m) (_ BitVec m) (_ BitVec m) :extension "z3")
    (ext_rotate_right (_ BitVec m) (_ BitVec m) (_ BitVec m) :extension "z3")
    ; single bits; mkbv takes the bits from the least significant one on
    ((_ bit2bool i) (_ BitVec m) Bool :where (< i m) :extension "z3")
    (mkbv           Bool (_ BitVec m) :extension "z3" :rule mkbv)
  ))
