; Finite fields of prime order. Values are written (as ffN (_ FiniteField p)) or
; #fNmP and belong to the parser. cvc5 1.0.3 does not have the theory yet.

(theory FiniteFields
  :extension "cvc5"
  :description "finite fields of prime order"
  :sorts (((_ FiniteField p) :where (> p 1)))
  :funs (
    (ff.add    (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc)
    (ff.mul    (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc)
    (ff.neg    (_ FiniteField p) (_ FiniteField p))
    ; any number of bits: (ff.bitsum x0 x1 x2 ...) is x0 + 2 x1 + 4 x2 + ...
    (ff.bitsum (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :rule ff.bitsum)
  ))
