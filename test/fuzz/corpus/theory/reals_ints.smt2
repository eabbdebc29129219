; Conversions between integers and reals. The operators of Ints and Reals come
; from those theories.

(theory Reals_Ints
  :standard "2.6"
  :description "conversions between integer and real numbers"
  :sorts ()
  :funs (
    (to_real Int Real)
    (to_real Real Real :extension "z3 cvc5") ; both take what is real already
    (to_int  Real Int)
    (is_int  Real Bool)
  ))
