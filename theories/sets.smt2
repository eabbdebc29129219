; Finite sets and relations.

; set.empty and set.universe are written (as set.empty (Set A)). set.is_empty,
; set.all and set.some came after cvc5 1.0.3.
(theory Sets
  :extension "cvc5"
  :description "finite sets over any element sort"
  :sorts ((Set 1))
  :funs (
    ; construction
    (par (A) (set.empty        (Set A) :alias emptyset))
    (par (A) (set.universe     (Set A) :alias univset))
    (par (A) (set.singleton    A (Set A) :alias singleton))
    (par (A) (set.insert       A (Set A) (Set A) :right-assoc :alias insert))
    ; algebra
    (par (A) (set.union        (Set A) (Set A) (Set A) :left-assoc :alias union))
    (par (A) (set.inter        (Set A) (Set A) (Set A) :left-assoc :alias intersection))
    (par (A) (set.minus        (Set A) (Set A) (Set A) :left-assoc :alias setminus))
    (par (A) (set.complement   (Set A) (Set A) :alias complement))
    ; predicates
    (par (A) (set.member       A (Set A) Bool :alias member))
    (par (A) (set.subset       (Set A) (Set A) Bool :alias subset))
    (par (A) (set.is_empty     (Set A) Bool))
    (par (A) (set.is_singleton (Set A) Bool :alias is_singleton))
    ; elements
    (par (A) (set.card         (Set A) Int :alias card))
    (par (A) (set.choose       (Set A) A :guard (distinct $1 (set.minus $1 $1)) :alias choose))
    ; higher order
    (par (A B) (set.map        (-> A B) (Set A) (Set B)))
    (par (A)   (set.filter     (-> A Bool) (Set A) (Set A)))
    (par (A)   (set.all        (-> A Bool) (Set A) Bool))
    (par (A)   (set.some       (-> A Bool) (Set A) Bool))
    (par (A B) (set.fold       (-> A B B) B (Set A) B :guard order-independent))
  ))

; (Relation A B ...) stands for (Set (Tuple A B ...)). rel.group, rel.aggr,
; rel.project and rel.table_join take any number of indices; without any they are
; written as plain symbols. rel.table_join came after cvc5 1.0.3.
(theory Relations
  :extension "cvc5"
  :description "relations as finite sets of tuples"
  :sorts ((Relation :tuples-in Set))
  :funs (
    ; rows and columns
    (rel.transpose          (Set Tuple) (Set Tuple) :alias transpose :rule rel.transpose)
    (rel.tclosure           (Set Tuple) (Set Tuple) :alias tclosure :rule rel.tclosure)
    (rel.join               (Set Tuple) (Set Tuple) (Set Tuple) :alias join :rule rel.join)
    (rel.product            (Set Tuple) (Set Tuple) (Set Tuple) :alias product :rule rel.product)
    (rel.join_image         (Set Tuple) Int (Set Tuple) :alias join_image :rule rel.join_image)
    (rel.iden               (Set Tuple) (Set Tuple) :alias iden :rule rel.iden)
    ; by column number
    ((_ rel.group i)        (Set Tuple) (Set (Set Tuple)) :rule rel.group)
    (rel.group              (Set Tuple) (Set (Set Tuple)) :rule rel.group)
    ((_ rel.project i)      (Set Tuple) (Set Tuple) :rule rel.project)
    (rel.project            (Set Tuple) (Set Tuple) :rule rel.project)
    ((_ rel.table_join i j) (Set Tuple) (Set Tuple) (Set Tuple) :rule rel.table_join)
    (rel.table_join         (Set Tuple) (Set Tuple) (Set Tuple) :rule rel.table_join)
    (par (A) ((_ rel.aggr i) (-> Tuple A A) A (Set Tuple) (Set A) :guard order-independent :rule rel.aggr))
    (par (A) (rel.aggr       (-> Tuple A A) A (Set Tuple) (Set A) :guard order-independent :rule rel.aggr))
  ))
