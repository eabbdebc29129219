; Bags and tables.

; bag.empty is written (as bag.empty (Bag A)). bag.setof, bag.all and bag.some came
; after cvc5 1.0.3, which says bag.duplicate_removal for bag.setof.
(theory Bags
  :extension "cvc5"
  :description "finite bags over any element sort"
  :sorts ((Bag 1))
  :funs (
    ; construction
    (par (A) (bag.empty               (Bag A)))
    (par (A) (bag                     A Int (Bag A)))
    (par (A) (bag.from_set            (Set A) (Bag A)))
    ; algebra
    (par (A) (bag.union_max           (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.union_disjoint      (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.inter_min           (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.difference_subtract (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.difference_remove   (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.setof               (Bag A) (Bag A)))
    (par (A) (bag.duplicate_removal   (Bag A) (Bag A)))
    ; predicates
    (par (A) (bag.member              A (Bag A) Bool))
    (par (A) (bag.subbag              (Bag A) (Bag A) Bool))
    (par (A) (bag.is_singleton        (Bag A) Bool))
    ; elements
    (par (A) (bag.count               A (Bag A) Int))
    (par (A) (bag.card                (Bag A) Int))
    (par (A) (bag.choose              (Bag A) A :guard (distinct $1 (bag.difference_remove $1 $1))))
    (par (A) (bag.to_set              (Bag A) (Set A)))
    ; higher order
    (par (A B) (bag.map               (-> A B) (Bag A) (Bag B)))
    (par (A)   (bag.filter            (-> A Bool) (Bag A) (Bag A)))
    (par (A)   (bag.all               (-> A Bool) (Bag A) Bool))
    (par (A)   (bag.some              (-> A Bool) (Bag A) Bool))
    (par (A B) (bag.fold              (-> A B B) B (Bag A) B :guard order-independent))
    (par (A)   (bag.partition         (-> A A Bool) (Bag A) (Bag (Bag A)) :guard equivalence))
  ))

; (Table A B ...) stands for (Bag (Tuple A B ...)). All but table.product take any
; number of indices; without any they are written as plain symbols. The indices of
; table.join come in pairs, a column of the first and one of the second table.
(theory Tables
  :extension "cvc5"
  :description "tables as bags of tuples"
  :sorts ((Table :tuples-in Bag))
  :funs (
    (table.product       (Bag Tuple) (Bag Tuple) (Bag Tuple) :rule table.product)
    ((_ table.join i j)  (Bag Tuple) (Bag Tuple) (Bag Tuple) :rule table.join)
    (table.join          (Bag Tuple) (Bag Tuple) (Bag Tuple) :rule table.join)
    ((_ table.project i) (Bag Tuple) (Bag Tuple) :rule table.project)
    (table.project       (Bag Tuple) (Bag Tuple) :rule table.project)
    ((_ table.group i)   (Bag Tuple) (Bag (Bag Tuple)) :rule table.group)
    (table.group         (Bag Tuple) (Bag (Bag Tuple)) :rule table.group)
    (par (A) ((_ table.aggr i) (-> Tuple A A) A (Bag Tuple) (Bag A) :guard order-independent :rule table.aggr))
    (par (A) (table.aggr       (-> Tuple A A) A (Bag Tuple) (Bag A) :guard order-independent :rule table.aggr))
  ))
