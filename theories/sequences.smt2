; Sequences. z3 and cvc5 let strings take the place of sequences in most operators.

(theory Sequences
  :extension "z3 cvc5"
  :description "finite sequences over any element sort"
  :sorts ((Seq 1))
  :funs (
    ; construction; seq.empty is written (as seq.empty (Seq A))
    (par (A) (seq.empty        (Seq A)))
    (par (A) (seq.unit         A (Seq A)))
    (par (A) (seq.++           (Seq A) (Seq A) (Seq A) :left-assoc))
    ; parts
    (par (A) (seq.len          (Seq A) Int))
    (par (A) (seq.nth          (Seq A) Int A :guard (and (<= 0 $2) (< $2 (seq.len $1)))))
    (par (A) (seq.at           (Seq A) Int (Seq A)))
    (par (A) (seq.extract      (Seq A) Int Int (Seq A)))
    ; search
    (par (A) (seq.contains     (Seq A) (Seq A) Bool))
    (par (A) (seq.prefixof     (Seq A) (Seq A) Bool))
    (par (A) (seq.suffixof     (Seq A) (Seq A) Bool))
    (par (A) (seq.indexof      (Seq A) (Seq A) Int Int))
    (par (A) (seq.indexof      (Seq A) (Seq A) Int :extension "z3"))
    (par (A) (seq.last_indexof (Seq A) (Seq A) Int :extension "z3"))
    ; change
    (par (A) (seq.replace      (Seq A) (Seq A) (Seq A) (Seq A)))
    (par (A) (seq.replace_all  (Seq A) (Seq A) (Seq A) (Seq A) :extension "cvc5"))
    (par (A) (seq.update       (Seq A) Int (Seq A) (Seq A) :extension "cvc5"))
    (par (A) (seq.rev          (Seq A) (Seq A) :extension "cvc5"))
  ))

; cvc5 takes sequences under the names of the string operators, too.
(theory SequencesAsStrings
  :extension "cvc5"
  :description "string operators on sequences"
  :sorts ()
  :funs (
    (par (A) (str.++          (Seq A) (Seq A) (Seq A) :left-assoc))
    (par (A) (str.len         (Seq A) Int))
    (par (A) (str.at          (Seq A) Int (Seq A)))
    (par (A) (str.substr      (Seq A) Int Int (Seq A)))
    (par (A) (str.contains    (Seq A) (Seq A) Bool))
    (par (A) (str.prefixof    (Seq A) (Seq A) Bool))
    (par (A) (str.suffixof    (Seq A) (Seq A) Bool))
    (par (A) (str.indexof     (Seq A) (Seq A) Int Int))
    (par (A) (str.replace     (Seq A) (Seq A) (Seq A) (Seq A)))
    (par (A) (str.replace_all (Seq A) (Seq A) (Seq A) (Seq A)))
    (par (A) (str.update      (Seq A) Int (Seq A) (Seq A)))
    (par (A) (str.rev         (Seq A) (Seq A)))
  ))
