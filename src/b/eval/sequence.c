/* Operators on sequences, and on trees, which are functions from sequences. */
#include <assert.h>

#include "b/eval/internal.h"
#include "b/value/number.h"

typedef VEC(BValue) Values;

/* Listed relations are in the order of their firsts. */
bool b_is_sequence(BEval *eval, BValue relation)
{
  assert(b_kind(&eval->heap, relation) == B_KIND_SET);
  for (uint32_t i = 0; i < b_count(eval, relation); i++) {
    BValue first = b_first(&eval->heap, b_part(&eval->heap, relation, i));
    if (first != b_int(&eval->heap, (int64_t)i + 1)) return false;
  }
  return true;
}

static BValue item(const BEval *eval, BValue sequence, uint32_t i)
{
  assert(i < b_count(eval, sequence));
  return b_second(&eval->heap, b_part(&eval->heap, sequence, i));
}

/* The sequence of the items. */
static BValue make(BEval *eval, const BValue *items, size_t count)
{
  if (count > B_EXPAND_MAX) return b_eval_unknown(eval, "a sequence is too long");
  Values pairs = {0};
  for (size_t i = 0; i < count; i++) {
    BValue solid = b_solidify(eval, items[i]);
    if (!b_is_value(solid)) {
      VEC_FREE(&pairs);
      return solid;
    }
    BValue pair = b_pair(&eval->heap, b_int(&eval->heap, (int64_t)i + 1), solid);
    VEC_PUSH(&pairs, pair);
  }
  BValue result = b_set_sorted(&eval->heap, pairs.items, pairs.count);
  VEC_FREE(&pairs);
  return result;
}

static void append(BEval *eval, Values *items, BValue sequence, uint32_t first, uint32_t end)
{
  assert(first <= end && end <= b_count(eval, sequence));
  for (uint32_t i = first; i < end; i++) {
    BValue next = item(eval, sequence, i);
    VEC_PUSH(items, next);
  }
}

static BValue finish(BEval *eval, Values *items)
{
  BValue result = make(eval, items->items, items->count);
  VEC_FREE(items);
  return result;
}

static BValue cut(BEval *eval, BValue sequence, uint32_t first, uint32_t end)
{
  Values items = {0};
  append(eval, &items, sequence, first, end);
  return finish(eval, &items);
}

static BValue reversed(BEval *eval, BValue sequence)
{
  Values items = {0};
  for (uint32_t i = b_count(eval, sequence); i-- > 0;) {
    BValue next = item(eval, sequence, i);
    VEC_PUSH(&items, next);
  }
  return finish(eval, &items);
}

static BValue restricted(BEval *eval, BTerm term, BValue sequence, BValue length, bool front)
{
  uint32_t size = b_count(eval, sequence);
  int64_t number;
  if (!b_number_is_small(&eval->heap, length, &number) || number < 0 || number > size)
    return b_eval_undefined(eval, term);
  return front ? cut(eval, sequence, 0, (uint32_t)number)
               : cut(eval, sequence, (uint32_t)number, size);
}

/* The operand as a listed sequence; undefined if it is none. */
static BValue as_sequence(BEval *eval, BTerm term, BValue value)
{
  BValue listed = b_expand(eval, value);
  if (b_is_value(listed) && !b_is_sequence(eval, listed)) return b_eval_undefined(eval, term);
  return listed;
}

static BValue concatenated(BEval *eval, BTerm term, BValue sequences)
{
  Values items = {0};
  for (uint32_t i = 0; i < b_count(eval, sequences); i++) {
    BValue part = as_sequence(eval, term, item(eval, sequences, i));
    if (!b_is_value(part)) {
      VEC_FREE(&items);
      return part;
    }
    append(eval, &items, part, 0, b_count(eval, part));
    if (items.count > B_EXPAND_MAX) break;
  }
  return finish(eval, &items);
}

/* s ^ t, E -> s, s <- E */
static BValue joined(BEval *eval, BTerm term, BOperator op, const BValue *args)
{
  BValue left = op == B_INSERT_FRONT ? args[0] : as_sequence(eval, term, args[0]);
  if (!b_is_value(left)) return left;
  BValue right = op == B_INSERT_TAIL ? args[1] : as_sequence(eval, term, args[1]);
  if (!b_is_value(right)) return right;
  Values items = {0};
  if (op == B_INSERT_FRONT)
    VEC_PUSH(&items, left);
  else
    append(eval, &items, left, 0, b_count(eval, left));
  if (op == B_INSERT_TAIL)
    VEC_PUSH(&items, right);
  else
    append(eval, &items, right, 0, b_count(eval, right));
  return finish(eval, &items);
}

/* The path with a number in front of it. */
static BValue longer_path(BEval *eval, int64_t child, BValue path)
{
  Values items = {0};
  BValue number = b_int(&eval->heap, child);
  VEC_PUSH(&items, number);
  append(eval, &items, path, 0, b_count(eval, path));
  return finish(eval, &items);
}

static BValue binary_tree(BEval *eval, BTerm term, const BValue *args)
{
  Values pairs = {0};
  BValue root = b_solidify(eval, args[1]);
  for (int child = 1; child <= 2 && b_is_value(root); child++) {
    BValue tree = b_expand(eval, args[child == 1 ? 0 : 2]);
    BValue kind =
        b_lazy(&eval->heap, B_BTREE, 0,
               (BValue[]){b_is_value(tree) ? b_side_of(eval, tree, true) : B_VALUE_EMPTY}, 1);
    BValue good = b_is_value(tree) ? b_member(eval, tree, kind) : tree;
    if (good != B_VALUE_TRUE) {
      VEC_FREE(&pairs);
      return b_is_value(good) ? b_eval_undefined(eval, term) : good;
    }
    for (uint32_t i = 0; i < b_count(eval, tree); i++) {
      BValue pair = b_part(&eval->heap, tree, i);
      BValue path = longer_path(eval, child, b_first(&eval->heap, pair));
      BValue moved = b_pair(&eval->heap, path, b_second(&eval->heap, pair));
      VEC_PUSH(&pairs, moved);
    }
  }
  BValue top = b_is_value(root) ? b_pair(&eval->heap, B_VALUE_EMPTY, root) : root;
  if (b_is_value(top)) VEC_PUSH(&pairs, top);
  BValue result = b_is_value(top) ? b_set(&eval->heap, pairs.items, pairs.count) : top;
  VEC_FREE(&pairs);
  return result;
}

static BValue tree_operator(BEval *eval, BTerm term, BOperator op, const BValue *args)
{
  BHeap *heap = &eval->heap;
  if (op == B_TREE || op == B_BTREE) return b_lazy(heap, op, 0, args, 1);
  if (op == B_BIN) return binary_tree(eval, term, args);
  if (op == B_BIN_LEAF) {
    BValue root = b_solidify(eval, args[0]);
    if (!b_is_value(root)) return root;
    BValue pair = b_pair(heap, B_VALUE_EMPTY, root);
    return b_set_sorted(heap, &pair, 1);
  }
  assert(op == B_TOP);
  BValue tree = b_expand(eval, args[0]);
  if (!b_is_value(tree)) return tree;
  BValue side = b_side_of(eval, tree, true);
  BValue good = b_member(eval, tree, b_lazy(heap, B_TREE, 0, &side, 1));
  if (good != B_VALUE_TRUE) return b_is_value(good) ? b_eval_undefined(eval, term) : good;
  return b_apply(eval, term, tree, B_VALUE_EMPTY);
}

BValue b_compute_sequence(BEval *eval, BTerm term, BOperator op, const BValue *args, uint32_t count)
{
  BHeap *heap = &eval->heap;
  if (op >= B_TREE) return tree_operator(eval, term, op, args);
  switch (op) {
  case B_SEQ:
  case B_SEQ1:
  case B_ISEQ:
  case B_ISEQ1: return b_lazy(heap, op, 0, args, 1);
  case B_PERM: {
    BValue finite = b_is_finite(eval, args[0]);
    if (finite == B_VALUE_FALSE) return b_eval_undefined(eval, term);
    return b_is_value(finite) ? b_lazy(heap, op, 0, args, 1) : finite;
  }
  case B_SEQUENCE_EXTENSION: return make(eval, args, count);
  case B_CONCAT:
  case B_INSERT_FRONT:
  case B_INSERT_TAIL: return joined(eval, term, op, args);
  default: break;
  }
  BValue sequence = as_sequence(eval, term, args[0]);
  if (!b_is_value(sequence)) return sequence;
  uint32_t size = b_count(eval, sequence);
  if (size == 0 && (op == B_FIRST || op == B_LAST || op == B_FRONT || op == B_TAIL))
    return b_eval_undefined(eval, term);
  switch (op) {
  case B_SIZE: return b_int(heap, size);
  case B_FIRST: return item(eval, sequence, 0);
  case B_LAST: return item(eval, sequence, size - 1);
  case B_FRONT: return cut(eval, sequence, 0, size - 1);
  case B_TAIL: return cut(eval, sequence, 1, size);
  case B_REV: return reversed(eval, sequence);
  case B_RESTRICT_FRONT: return restricted(eval, term, sequence, args[1], true);
  case B_RESTRICT_TAIL: return restricted(eval, term, sequence, args[1], false);
  default: assert(op == B_GENERAL_CONCAT); return concatenated(eval, term, sequence);
  }
}
