; Core theory, and the counting and order predicates of z3 that need no other theory.

(theory Core
  :standard "2.6"
  :description "truth values, connectives, equality and the conditional"
  :sorts ((Bool 0))
  :funs (
    ; constants
    (true Bool)
    (false Bool)
    ; connectives
    (not Bool Bool)
    (=>  Bool Bool Bool :right-assoc :alias implies)
    (and Bool Bool Bool :left-assoc :least 1)
    (or  Bool Bool Bool :left-assoc :least 1)
    (xor Bool Bool Bool :left-assoc)
    ; any sort
    (par (A) (=        A A Bool :chainable :alias iff :alias equals))
    (par (A) (distinct A A Bool :pairwise))
    (par (A) (ite Bool A A A :alias if :alias if_then_else))
  ))

; The number of Boolean arguments is free. The first index is the bound; pble,
; pbge and pbeq take one more index, a coefficient, for each argument.
(theory PseudoBoolean
  :extension "z3"
  :description "cardinality and pseudo-Boolean constraints"
  :sorts ()
  :funs (
    ((_ at-most k)  Bool Bool :rule at-most)
    ((_ at-least k) Bool Bool :rule at-least)
    ((_ pble k c)   Bool Bool :rule pble)
    ((_ pbge k c)   Bool Bool :rule pbge)
    ((_ pbeq k c)   Bool Bool :rule pbeq)
  ))

; The index tells apart several relations of one kind.
(theory SpecialRelations
  :extension "z3"
  :description "order relations that are axiomatised inside the solver"
  :sorts ()
  :funs (
    (par (A) ((_ partial-order i)          A A Bool))
    (par (A) ((_ linear-order i)           A A Bool))
    (par (A) ((_ tree-order i)             A A Bool))
    (par (A) ((_ piecewise-linear-order i) A A Bool))
  ))

; (_ fmf.card S n) bounds the size of the uninterpreted sort S by n. Its first
; index is a sort; the logic name needs the letter C, as in UFC.
(theory Cardinality
  :extension "cvc5"
  :description "cardinality constraints on uninterpreted sorts"
  :sorts ()
  :funs (
    ((_ fmf.card S n) Bool :where (> n 0) :rule fmf.card)
  ))
