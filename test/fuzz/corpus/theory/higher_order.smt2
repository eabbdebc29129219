; Higher-order logic. The sort constructor -> and the binder lambda belong to the
; parser.

(theory HigherOrder
  :standard "2.7"
  :description "application of functions as values"
  :sorts ()
  :funs (
    (par (A B) (@ (-> A B) A B :left-assoc))
  ))
