; Datatypes: constructors, selectors, testers, updaters, match; tuples.
(set-logic ALL)
(declare-datatype Colour ((red) (green) (blue)))
(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
(declare-const c Colour)
(declare-const l (List Int))
(declare-const i Int)
(declare-const t (Tuple Int Bool String))

; declared operators
(assert (distinct red c))
(assert (= l (cons 1 (as nil (List Int)))))
(assert (= (head l) i))
(assert (= (tail l) l))
(assert ((_ is cons) l))
(assert ((_ is red) c))
(assert (= ((_ update head) l 3) l))
(assert (= i (match l ((nil 0) ((cons x _) x)))))
(assert (match c ((red true) (_ false))))

; Tuples
(assert (= t (tuple 1 true "a")))
(assert (= tuple.unit tuple.unit))
(assert (= ((_ tuple.select 0) t) i))
(assert (= ((_ tuple.update 1) t false) t))
(assert (= ((_ tuple.project 0 0) t) (tuple i i)))
(assert (= (tuple.project t) tuple.unit))
