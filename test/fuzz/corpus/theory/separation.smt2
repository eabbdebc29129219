; Separation logic. The script declares its heap with declare-heap; sep.nil is
; written (as sep.nil L).

(theory SeparationLogic
  :extension "cvc5"
  :description "separating connectives over one heap"
  :sorts ()
  :funs (
    (sep.emp Bool)
    (par (L) (sep.nil L))
    (par (L D) (pto L D Bool))
    (sep  Bool Bool Bool :left-assoc)
    (wand Bool Bool Bool)
  ))
