; A theory of one's own, for `--theory`: addition that stops at the largest value.
(theory Saturating
  :extension "example"
  :description "saturating arithmetic on bit-vectors"
  :sorts ()
  :funs (
    (bvuadd.sat (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)
    ((_ bvclip n) (_ BitVec m) (_ BitVec n) :where (and (> n 0) (< n m)))
  ))
