; Arrays.

(theory ArraysEx
  :standard "2.6"
  :description "functional arrays with extensionality"
  :sorts ((Array 2))
  :funs (
    (par (X Y) (select (Array X Y) X Y))
    (par (X Y) (store  (Array X Y) X Y (Array X Y)))
  ))

; const is written ((as const (Array X Y)) v); cvc5 wants a value for v. eqrange
; needs ordered indices: integers, reals, bit-vectors or floating-point numbers.
(theory ArrayExtensions
  :extension "cvc5"
  :description "constant arrays, equality on a range of indices, default values"
  :sorts ()
  :funs (
    (par (X Y) (const   Y (Array X Y) :extension "z3 cvc5"))
    (par (X Y) (eqrange (Array X Y) (Array X Y) X X Bool))
    (par (X Y) (default (Array X Y) Y :extension "z3"))
  ))
