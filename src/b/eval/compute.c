/* Operators on values: numbers, comparisons, records, and who computes the rest. */
#include <assert.h>

#include "b/eval/internal.h"
#include "b/value/number.h"

static BValue compare(BEval *eval, BOperator op, BValue a, BValue b)
{
  assert(b_kind(&eval->heap, a) == b_kind(&eval->heap, b));
  int order = b_compare(&eval->heap, a, b);
  switch (op) {
  case B_LESS: return b_bool(order < 0);
  case B_LESS_EQUAL: return b_bool(order <= 0);
  case B_GREATER: return b_bool(order > 0);
  default: return b_bool(order >= 0);
  }
}

static BValue negated(BValue value)
{
  return b_is_value(value) ? b_bool(value == B_VALUE_FALSE) : value;
}

static BValue strict_subset(BEval *eval, BValue a, BValue b)
{
  BValue part = b_subset(eval, a, b);
  if (part != B_VALUE_TRUE) return part;
  return negated(b_equal(eval, a, b));
}

/* The first set is the union of the others, no two of which have a common element. */
static BValue partition(BEval *eval, const BValue *args, uint32_t count)
{
  assert(count >= 2);
  VEC(BValue) all = {0};
  BValue result = B_VALUE_TRUE;
  size_t total = 0;
  for (uint32_t i = 1; i < count && result == B_VALUE_TRUE; i++) {
    BValue listed = b_expand(eval, args[i]);
    if (!b_is_value(listed)) {
      result = listed;
      break;
    }
    total += b_count(eval, listed);
    for (uint32_t k = 0; k < b_count(eval, listed); k++)
      VEC_PUSH(&all, b_part(&eval->heap, listed, k));
  }
  if (result == B_VALUE_TRUE) {
    BValue set = b_set(&eval->heap, all.items, all.count);
    BValue listed = b_expand(eval, set);
    result = !b_is_value(listed)              ? listed
             : b_count(eval, listed) != total ? (BValue)B_VALUE_FALSE
                                              : b_equal(eval, args[0], set);
  }
  VEC_FREE(&all);
  return result;
}

static BValue comparison(BEval *eval, BOperator op, const BValue *args, uint32_t count)
{
  switch (op) {
  case B_EQUAL: return b_equal(eval, args[0], args[1]);
  case B_NOT_EQUAL: return negated(b_equal(eval, args[0], args[1]));
  case B_MEMBER: return b_member(eval, args[0], args[1]);
  case B_NOT_MEMBER: return negated(b_member(eval, args[0], args[1]));
  case B_SUBSET: return b_subset(eval, args[0], args[1]);
  case B_NOT_SUBSET: return negated(b_subset(eval, args[0], args[1]));
  case B_SUBSET_STRICT: return strict_subset(eval, args[0], args[1]);
  case B_NOT_SUBSET_STRICT: return negated(strict_subset(eval, args[0], args[1]));
  case B_FINITE: return b_is_finite(eval, args[0]);
  case B_PARTITION: return partition(eval, args, count);
  default: return compare(eval, op, args[0], args[1]);
  }
}

static BValue arithmetic(BEval *eval, BTerm term, BOperator op, const BValue *args)
{
  BHeap *heap = &eval->heap;
  BValue value;
  switch (op) {
  case B_NEGATE: return b_number_negate(heap, args[0]);
  case B_ADD: return b_number_add(heap, args[0], args[1]);
  case B_SUBTRACT: return b_number_subtract(heap, args[0], args[1]);
  case B_MULTIPLY: return b_number_multiply(heap, args[0], args[1]);
  case B_DIVIDE: value = b_number_divide(heap, args[0], args[1]); break;
  case B_MODULO: value = b_number_modulo(heap, args[0], args[1]); break;
  case B_POWER: value = b_number_power(heap, args[0], args[1]); break;
  case B_CONVERT_REAL: return b_number_to_real(heap, args[0]);
  default: return b_number_floor(heap, args[0], op == B_CEILING);
  }
  return value == B_VALUE_UNDEFINED ? b_eval_undefined(eval, term) : value;
}

static BValue given_set(BEval *eval, BTerm term)
{
  return b_type_values(eval, b_type_member(&eval->bank->types, b_type(eval->bank, term)));
}

static BValue constant(BEval *eval, BTerm term, BOperator op)
{
  BHeap *heap = &eval->heap;
  BValue least = b_int(heap, eval->settings.minint), most = b_int(heap, eval->settings.maxint);
  BValue both[] = {B_VALUE_FALSE, B_VALUE_TRUE};
  switch (op) {
  case B_BTRUE:
  case B_TRUE: return B_VALUE_TRUE;
  case B_BFALSE:
  case B_FALSE: return B_VALUE_FALSE;
  case B_BOOL_SET: return b_set_sorted(heap, both, 2);
  case B_INTEGER_SET: return b_interval(heap, B_VALUE_NONE, B_VALUE_NONE);
  case B_NATURAL_SET: return b_interval(heap, b_int(heap, 0), B_VALUE_NONE);
  case B_NATURAL1_SET: return b_interval(heap, b_int(heap, 1), B_VALUE_NONE);
  case B_INT_SET: return b_interval(heap, least, most);
  case B_NAT_SET: return b_interval(heap, b_int(heap, 0), most);
  case B_NAT1_SET: return b_interval(heap, b_int(heap, 1), most);
  case B_MIN_INT: return least;
  case B_MAX_INT: return most;
  case B_EMPTY_SET:
  case B_EMPTY_SEQUENCE: return B_VALUE_EMPTY;
  case B_GIVEN_SET: return given_set(eval, term);
  default: return b_lazy(heap, op, 0, NULL, 0); /* STRING, REAL, FLOAT, succ, pred */
  }
}

static BValue field(BEval *eval, BTerm term, BValue record)
{
  assert(b_kind(&eval->heap, record) == B_KIND_RECORD);
  uint32_t count;
  const BField *fields =
      b_type_fields(&eval->bank->types, b_type(eval->bank, b_arg(eval->bank, term, 0)), &count);
  uint32_t at = 0;
  while (at < count && fields[at].name != b_node(eval->bank, term)->data) at++;
  assert(at < count);
  return b_part(&eval->heap, record, at);
}

static BValue set_extension(BEval *eval, const BValue *args, uint32_t count)
{
  BValue *items = mem_alloc(count, sizeof *items);
  BValue result = B_VALUE_TRUE;
  for (uint32_t i = 0; i < count && b_is_value(result); i++)
    result = items[i] = b_solidify(eval, args[i]);
  if (b_is_value(result)) result = b_set(&eval->heap, items, count);
  free(items);
  return result;
}

BValue b_compute(BEval *eval, BTerm term, const BValue *args, uint32_t count)
{
  BOperator op = b_op(eval->bank, term);
  BHeap *heap = &eval->heap;
  if (b_operator_compares(op)) return comparison(eval, op, args, count);
  if (count == 0) return constant(eval, term, op);
  switch (op) {
  case B_BOOL: return args[0];
  case B_NEGATE:
  case B_ADD:
  case B_SUBTRACT:
  case B_MULTIPLY:
  case B_DIVIDE:
  case B_MODULO:
  case B_POWER:
  case B_CONVERT_REAL:
  case B_FLOOR:
  case B_CEILING: return arithmetic(eval, term, op, args);
  case B_INTERVAL: return b_interval(heap, args[0], args[1]);
  case B_COUPLE: return b_pair(heap, args[0], args[1]);
  case B_SET_EXTENSION: return set_extension(eval, args, count);
  case B_RECORD: return b_record(heap, args, count);
  case B_STRUCT: return b_lazy(heap, op, 0, args, count);
  case B_FIELD: return field(eval, term, args[0]);
  case B_FUNCTION: return b_apply(eval, term, args[0], args[1]);
  case B_IMAGE: return b_image(eval, term, args[0], args[1]);
  default: break;
  }
  if (op >= B_SEQ && op <= B_GENERAL_CONCAT) return b_compute_sequence(eval, term, op, args, count);
  if (op >= B_TREE) return b_compute_sequence(eval, term, op, args, count);
  if (op >= B_RELATIONS && op <= B_TOTAL_BIJECTION) return b_compute_relation(eval, term, op, args);
  return b_compute_set(eval, term, op, args, count);
}
