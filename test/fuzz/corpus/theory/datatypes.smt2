; Datatypes and tuples. Constructors, selectors, testers (_ is c) and updaters
; (_ update s) follow from the declarations of a script.

(theory Datatypes
  :standard "2.6"
  :description "algebraic datatypes, declared by the script itself"
  :sorts ()
  :funs ())

; (Tuple A B ...) takes any number of sorts; the bare symbol Tuple is the sort of
; the empty tuple. tuple.project takes any number of indices; without any it is
; written as a plain symbol.
(theory Tuples
  :extension "cvc5"
  :description "tuples of any length"
  :sorts ((Tuple :variadic) (UnitTuple :is Tuple))
  :funs (
    (tuple                       Tuple         :alias mkTuple :rule tuple)
    (tuple.unit                  Tuple         :rule tuple.unit)
    (par (A) ((_ tuple.select i) Tuple A       :rule tuple.select))
    (par (A) ((_ tuple.update i) Tuple A Tuple :rule tuple.update))
    ((_ tuple.project i)         Tuple Tuple   :rule tuple.project)
    (tuple.project               Tuple Tuple   :rule tuple.project)
  ))
