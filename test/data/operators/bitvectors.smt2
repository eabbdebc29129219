; FixedSizeBitVectors, and what z3 and cvc5 add.
(set-logic ALL)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(declare-const z (_ BitVec 8))
(declare-const b (_ BitVec 1))
(declare-const i Int)
(declare-const p Bool)

; literals
(assert (= x #b01000001))
(assert (= x #x4f))
(assert (= x (_ bv65 8)))

; concatenation and extraction
(assert (= (concat x y b) (concat x y #b1)))
(assert (= ((_ extract 7 4) x) #xa))

; bitwise
(assert (= (bvnot x) y))
(assert (= (bvand x y z) #x00))
(assert (= (bvor x y z) #x01))
(assert (= (bvxor x y z) #x02))
(assert (= (bvnand x y) #x03))
(assert (= (bvnor x y) #x04))
(assert (= (bvxnor x y) #x05))

; arithmetic
(assert (= (bvneg x) #x06))
(assert (= (bvadd x y z) #x07))
(assert (= (bvmul x y z) #x08))
(assert (= (bvsub x y) #x09))
(assert (= (bvudiv x y) #x0a))
(assert (= (bvurem x y) #x0b))
(assert (= (bvsdiv x y) #x0c))
(assert (= (bvsrem x y) #x0d))
(assert (= (bvsmod x y) #x0e))

; shifts
(assert (= (bvshl x y) #x0f))
(assert (= (bvlshr x y) #x10))
(assert (= (bvashr x y) #x11))

; comparison
(assert (bvult x y))
(assert (bvule x y))
(assert (bvugt x y))
(assert (bvuge x y))
(assert (bvslt x y))
(assert (bvsle x y))
(assert (bvsgt x y))
(assert (bvsge x y))
(assert (= (bvcomp x y) b))

; extension and rotation
(assert (= ((_ repeat 2) x) #x1212))
(assert (= ((_ zero_extend 4) x) #x012))
(assert (= ((_ sign_extend 0) x) #x12))
(assert (= ((_ rotate_left 3) x) #x13))
(assert (= ((_ rotate_right 3) x) #x14))

; overflow, new in 2.7
(assert (bvnego x))
(assert (bvuaddo x y))
(assert (bvsaddo x y))
(assert (bvumulo x y))
(assert (bvsmulo x y))
(assert (bvusubo x y))
(assert (bvssubo x y))
(assert (bvsdivo x y))

; integers, new in 2.7
(assert (= (ubv_to_int x) i))
(assert (= (sbv_to_int x) i))
(assert (= ((_ int_to_bv 8) i) x))

; BitVectorExtensions
(assert (= (bv2nat x) i))
(assert (= (bv2int x) i))
(assert (= ((_ int2bv 8) i) x))
(assert (= (bvredor x) b))
(assert (= (bvredand x) b))
(assert (bvsmul_noovfl x y))
(assert (bvsmul_noudfl x y))
(assert (bvumul_noovfl x y))
(assert (= (ext_rotate_left x y) z))
(assert (= (ext_rotate_right x y) z))
(assert ((_ bit2bool 7) x))
(assert (= (mkbv p true false) #b100))
