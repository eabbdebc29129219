/* Membership, by the operators of the set. */
#include <assert.h>
#include <inttypes.h>

#include "b/encode/minizinc_internal.h"

static BType first_type(const Mz *mz, BTerm relation)
{
  return b_type_node(&mz->bank->types, mz_member_type(mz, relation))->first;
}

static BType second_type(const Mz *mz, BTerm relation)
{
  return b_type_node(&mz->bank->types, mz_member_type(mz, relation))->second;
}

/* The parts of a pair. */
typedef struct {
  MzTuple first, second;
} MzPair;

static MzPair split(Mz *mz, const MzTuple *tuple, BType pair)
{
  uint32_t width = mz_width(mz, b_type_node(&mz->bank->types, pair)->first);
  if (width > tuple->count) width = tuple->count;
  return (MzPair){mz_slice(tuple, 0, width), mz_slice(tuple, width, tuple->count - width)};
}

const char *mz_each(Mz *mz, BTerm set, bool forall, MzBody *body, const void *data)
{
  const char *loops = "";
  MzTuple element = mz_loop(mz, mz_member_type(mz, set), mz_range(mz, set), &loops);
  const char *inside = mz_member(mz, &element, set);
  return mz_print(mz, forall ? "forall(%s)(%s -> %s)" : "exists(%s)(%s /\\ %s)", loops, inside,
                  body(mz, &element, data));
}

static const char *is_member(Mz *mz, const MzTuple *element, const void *data)
{
  return mz_member(mz, element, *(const BTerm *)data);
}

const char *mz_subset(Mz *mz, BTerm a, BTerm b)
{
  if (b_type_kind(&mz->bank->types, mz_member_type(mz, a)) == B_TYPE_SET)
    return mz_refuse(mz, "sets of sets");
  return mz_each(mz, a, true, is_member, &b);
}

/* Does the relation lead from the point anywhere (to it from anywhere, if `range`)? */
static const char *is_reached(Mz *mz, const MzTuple *point, BTerm relation, bool range)
{
  const char *loops = "";
  BType other = range ? first_type(mz, relation) : second_type(mz, relation);
  MzTuple end = mz_loop(mz, other, mz_range(mz, relation), &loops);
  MzTuple pair = range ? mz_join(mz, &end, point) : mz_join(mz, point, &end);
  return mz_print(mz, "exists(%s)(%s)", loops, mz_member(mz, &pair, relation));
}

/* --- identifiers and plain sets --- */

static const char *in_identifier(Mz *mz, const MzTuple *tuple, BTerm set)
{
  const MzBinding *binding = mz_find(mz, b_node(mz->bank, set)->data);
  if (!binding || !binding->set) return mz_refuse_term(mz, set);
  MzShape shape = mz_shape(mz, mz_member_type(mz, set), binding->range);
  if (shape.count != tuple->count) return mz_refuse_term(mz, set);
  const char *number = "0", *guard = "true";
  for (uint32_t i = 0; i < shape.count; i++) {
    MzRange range = shape.parts[i];
    int64_t width = range.high - range.low + 1;
    number = mz_print(mz, "(%s * %" PRId64 " + %s - (%" PRId64 "))", number, width, tuple->parts[i],
                      range.low);
    guard = mz_print(mz, "%s /\\ %s >= %" PRId64 " /\\ %s <= %" PRId64, guard, tuple->parts[i],
                     range.low, tuple->parts[i], range.high);
  }
  return mz_print(mz, "(%s /\\ %s in %s)", guard, number, binding->set);
}

static const char *in_extension(Mz *mz, const MzTuple *tuple, BTerm set)
{
  const char *text = "false";
  for (uint32_t i = 0; i < b_arg_count(mz->bank, set); i++) {
    MzTuple element = mz_value(mz, mz_arg(mz, set, i));
    text = mz_print(mz, "%s \\/ %s", text, mz_same(mz, tuple, &element));
  }
  return mz_print(mz, "(%s)", text);
}

static const char *in_sequence_extension(Mz *mz, const MzTuple *tuple, BTerm set)
{
  const char *text = "false";
  MzPair pair = split(mz, tuple, mz_member_type(mz, set));
  for (uint32_t i = 0; i < b_arg_count(mz->bank, set); i++) {
    MzTuple element = mz_value(mz, mz_arg(mz, set, i));
    text = mz_print(mz, "%s \\/ (%s = %u /\\ %s)", text, tuple->parts[0], i + 1,
                    mz_same(mz, &pair.second, &element));
  }
  return mz_print(mz, "(%s)", text);
}

static const char *in_interval(Mz *mz, const MzTuple *tuple, BTerm set)
{
  const char *low = mz_number(mz, mz_arg(mz, set, 0));
  return mz_print(mz, "(%s <= %s /\\ %s <= %s)", low, tuple->parts[0], tuple->parts[0],
                  mz_number(mz, mz_arg(mz, set, 1)));
}

static const char *both(Mz *mz, const MzTuple *tuple, BTerm set)
{
  const char *left = mz_member(mz, tuple, mz_arg(mz, set, 0));
  const char *right = mz_member(mz, tuple, mz_arg(mz, set, 1));
  switch (b_op(mz->bank, set)) {
  case B_UNION: return mz_print(mz, "(%s \\/ %s)", left, right);
  case B_INTERSECTION: return mz_print(mz, "(%s /\\ %s)", left, right);
  default: return mz_print(mz, "(%s /\\ not %s)", left, right);
  }
}

/* --- binders --- */

/* Binds the variables of a binder to the parts of a tuple. */
static void bind_tuple(Mz *mz, BTerm binder, const MzTuple *tuple)
{
  uint32_t first = 0, count = b_variable_count(mz->bank, binder);
  mz_hide_variables(mz, binder);
  for (uint32_t i = 0; i < count; i++) {
    BTerm variable = mz_arg(mz, binder, i);
    uint32_t width = mz_width(mz, b_type(mz->bank, variable));
    bool found;
    MzRange range = mz_range_of_variable(mz, variable, mz_arg(mz, binder, count), &found);
    MzTuple part = mz_slice(tuple, first, width);
    mz_bind(mz, variable, range, &part);
    first += width;
  }
}

static const char *in_comprehension(Mz *mz, const MzTuple *tuple, BTerm set)
{
  size_t mark = mz->scope_list.count;
  bind_tuple(mz, set, tuple);
  const char *text = mz_predicate(mz, mz_arg(mz, set, b_variable_count(mz->bank, set)));
  mz_unbind(mz, mark);
  return text;
}

static const char *in_lambda(Mz *mz, const MzTuple *tuple, BTerm set)
{
  size_t mark = mz->scope_list.count;
  uint32_t count = b_variable_count(mz->bank, set);
  MzPair pair = split(mz, tuple, mz_member_type(mz, set));
  bind_tuple(mz, set, &pair.first);
  const char *condition = mz_predicate(mz, mz_arg(mz, set, count));
  MzTuple value = mz_value(mz, mz_arg(mz, set, count + 1));
  mz_unbind(mz, mark);
  return mz_print(mz, "(%s /\\ %s)", condition, mz_same(mz, &pair.second, &value));
}

/* UNION, INTER, and {x . P | E}. */
static const char *in_quantified(Mz *mz, const MzTuple *tuple, BTerm set)
{
  size_t mark = mz->scope_list.count;
  uint32_t count = b_variable_count(mz->bank, set);
  BOperator op = b_op(mz->bank, set);
  const char *loops = "";
  mz_open(mz, set, mz_arg(mz, set, count), &loops);
  const char *condition = mz_predicate(mz, mz_arg(mz, set, count)), *body;
  BTerm part = mz_arg(mz, set, count + 1);
  if (op == B_EVENT_B_COMPREHENSION) {
    MzTuple value = mz_value(mz, part);
    body = mz_same(mz, tuple, &value);
  } else {
    body = mz_member(mz, tuple, part);
  }
  mz_unbind(mz, mark);
  return op == B_QUANTIFIED_INTERSECTION
             ? mz_print(mz, "forall(%s)(%s -> %s)", loops, condition, body)
             : mz_print(mz, "exists(%s)(%s /\\ %s)", loops, condition, body);
}

/* --- relations --- */

static const char *in_composition(Mz *mz, const MzTuple *tuple, BTerm set)
{
  BTerm left = mz_arg(mz, set, 0), right = mz_arg(mz, set, 1);
  MzPair pair = split(mz, tuple, mz_member_type(mz, set));
  const char *loops = "";
  MzTuple middle = mz_loop(mz, second_type(mz, left), mz_range(mz, left), &loops);
  MzTuple from = mz_join(mz, &pair.first, &middle), to = mz_join(mz, &middle, &pair.second);
  return mz_print(mz, "exists(%s)(%s /\\ %s)", loops, mz_member(mz, &from, left),
                  mz_member(mz, &to, right));
}

static const char *in_image(Mz *mz, const MzTuple *tuple, BTerm set)
{
  BTerm relation = mz_arg(mz, set, 0), of = mz_arg(mz, set, 1);
  const char *loops = "";
  MzTuple start = mz_loop(mz, first_type(mz, relation), mz_range(mz, relation), &loops);
  MzTuple pair = mz_join(mz, &start, tuple);
  return mz_print(mz, "exists(%s)(%s /\\ %s)", loops, mz_member(mz, &start, of),
                  mz_member(mz, &pair, relation));
}

static const char *in_restriction(Mz *mz, const MzTuple *tuple, BTerm set)
{
  BOperator op = b_op(mz->bank, set);
  bool domain = op == B_DOMAIN_RESTRICTION || op == B_DOMAIN_SUBTRACTION;
  bool without = op == B_DOMAIN_SUBTRACTION || op == B_RANGE_SUBTRACTION;
  MzPair pair = split(mz, tuple, mz_member_type(mz, set));
  BTerm relation = mz_arg(mz, set, domain ? 1 : 0), by = mz_arg(mz, set, domain ? 0 : 1);
  const char *inside = mz_member(mz, domain ? &pair.first : &pair.second, by);
  return mz_print(mz, "(%s%s /\\ %s)", without ? "not " : "", inside,
                  mz_member(mz, tuple, relation));
}

static const char *in_overwrite(Mz *mz, const MzTuple *tuple, BTerm set)
{
  BTerm old = mz_arg(mz, set, 0), new = mz_arg(mz, set, 1);
  MzPair pair = split(mz, tuple, mz_member_type(mz, set));
  return mz_print(mz, "(%s \\/ (%s /\\ not %s))", mz_member(mz, tuple, new),
                  mz_member(mz, tuple, old), is_reached(mz, &pair.first, new, false));
}

static const char *in_product(Mz *mz, const MzTuple *tuple, BTerm set)
{
  BTerm left = mz_arg(mz, set, 0), right = mz_arg(mz, set, 1);
  BType type = mz_member_type(mz, set);
  MzPair pair = split(mz, tuple, type);
  MzTuple a, b;
  if (b_op(mz->bank, set) == B_CARTESIAN) {
    a = pair.first;
    b = pair.second;
  } else if (b_op(mz->bank, set) == B_DIRECT_PRODUCT) { /* x |-> (y |-> z) */
    MzPair values = split(mz, &pair.second, b_type_node(&mz->bank->types, type)->second);
    a = mz_join(mz, &pair.first, &values.first);
    b = mz_join(mz, &pair.first, &values.second);
  } else { /* (x |-> y) |-> (z |-> w) */
    MzPair from = split(mz, &pair.first, b_type_node(&mz->bank->types, type)->first);
    MzPair to = split(mz, &pair.second, b_type_node(&mz->bank->types, type)->second);
    a = mz_join(mz, &from.first, &to.first);
    b = mz_join(mz, &from.second, &to.second);
  }
  return mz_print(mz, "(%s /\\ %s)", mz_member(mz, &a, left), mz_member(mz, &b, right));
}

static const char *in_projection(Mz *mz, const MzTuple *tuple, BTerm set)
{
  BType type = mz_member_type(mz, set);
  MzPair pair = split(mz, tuple, type);
  MzPair from = split(mz, &pair.first, b_type_node(&mz->bank->types, type)->first);
  bool first = b_op(mz->bank, set) == B_FIRST_PROJECTION;
  return mz_print(mz, "(%s /\\ %s /\\ %s)", mz_member(mz, &from.first, mz_arg(mz, set, 0)),
                  mz_member(mz, &from.second, mz_arg(mz, set, 1)),
                  mz_same(mz, &pair.second, first ? &from.first : &from.second));
}

static const char *in_reverse(Mz *mz, const MzTuple *tuple, BTerm set)
{
  MzPair pair = split(mz, tuple, mz_member_type(mz, set));
  MzTuple back = mz_join(mz, &pair.second, &pair.first);
  return mz_member(mz, &back, mz_arg(mz, set, 0));
}

static const char *in_identity(Mz *mz, const MzTuple *tuple, BTerm set)
{
  MzPair pair = split(mz, tuple, mz_member_type(mz, set));
  return mz_print(mz, "(%s /\\ %s)", mz_same(mz, &pair.first, &pair.second),
                  mz_member(mz, &pair.first, mz_arg(mz, set, 0)));
}

/* --- sequences --- */

/* The same value at another position. */
static const char *at(Mz *mz, const char *position, const MzTuple *tuple, BTerm sequence)
{
  MzTuple moved = *tuple;
  moved.parts[0] = position;
  return mz_member(mz, &moved, sequence);
}

static const char *in_sequence(Mz *mz, const MzTuple *tuple, BTerm set)
{
  BTerm a = mz_arg(mz, set, 0);
  BTerm b = b_arg_count(mz->bank, set) > 1 ? mz_arg(mz, set, 1) : B_TERM_NONE;
  MzPair pair = split(mz, tuple, mz_member_type(mz, set));
  const char *i = tuple->parts[0], *size;
  MzTuple value;
  switch (b_op(mz->bank, set)) {
  case B_CONCAT:
    size = mz_card(mz, a);
    return mz_print(mz, "(%s \\/ %s)", mz_member(mz, tuple, a),
                    at(mz, mz_print(mz, "(%s - %s)", i, size), tuple, b));
  case B_REV: return at(mz, mz_print(mz, "(%s + 1 - %s)", mz_card(mz, a), i), tuple, a);
  case B_FRONT: return mz_print(mz, "(%s < %s /\\ %s)", i, mz_card(mz, a), mz_member(mz, tuple, a));
  case B_TAIL:
    return mz_print(mz, "(%s >= 1 /\\ %s)", i, at(mz, mz_print(mz, "(%s + 1)", i), tuple, a));
  case B_INSERT_FRONT:
    value = mz_value(mz, a);
    return mz_print(mz, "((%s = 1 /\\ %s) \\/ %s)", i, mz_same(mz, &pair.second, &value),
                    at(mz, mz_print(mz, "(%s - 1)", i), tuple, b));
  case B_INSERT_TAIL:
    value = mz_value(mz, b);
    return mz_print(mz, "(%s \\/ (%s = %s + 1 /\\ %s))", mz_member(mz, tuple, a), i, mz_card(mz, a),
                    mz_same(mz, &pair.second, &value));
  case B_RESTRICT_FRONT:
    return mz_print(mz, "(%s <= %s /\\ %s)", i, mz_number(mz, b), mz_member(mz, tuple, a));
  default:
    assert(b_op(mz->bank, set) == B_RESTRICT_TAIL);
    return mz_print(mz, "(%s >= 1 /\\ %s)", i,
                    at(mz, mz_print(mz, "(%s + %s)", i, mz_number(mz, b)), tuple, a));
  }
}

/* --- all of them --- */

static const char *in_record_set(Mz *mz, const MzTuple *tuple, BTerm set)
{
  uint32_t first = 0;
  const char *text = "true";
  for (uint32_t i = 0; i < b_arg_count(mz->bank, set); i++) {
    uint32_t width = mz_width(mz, mz_member_type(mz, mz_arg(mz, set, i)));
    MzTuple part = mz_slice(tuple, first, width);
    text = mz_print(mz, "%s /\\ %s", text, mz_member(mz, &part, mz_arg(mz, set, i)));
    first += width;
  }
  return mz_print(mz, "(%s)", text);
}

static const char *in_choice(Mz *mz, const MzTuple *tuple, BTerm set)
{
  const char *condition = mz_predicate(mz, mz_arg(mz, set, 0));
  return mz_print(mz, "((%s /\\ %s) \\/ (not %s /\\ %s))", condition,
                  mz_member(mz, tuple, mz_arg(mz, set, 1)), condition,
                  mz_member(mz, tuple, mz_arg(mz, set, 2)));
}

/* union and inter of sets that are listed. */
static const char *in_listed_sets(Mz *mz, const MzTuple *tuple, BTerm set)
{
  BTerm sets = mz_arg(mz, set, 0);
  bool all = b_op(mz->bank, set) == B_GENERAL_INTERSECTION;
  if (b_op(mz->bank, sets) != B_SET_EXTENSION) return mz_refuse_term(mz, set);
  const char *text = all ? "true" : "false";
  for (uint32_t i = 0; i < b_arg_count(mz->bank, sets); i++)
    text = mz_print(mz, all ? "%s /\\ %s" : "%s \\/ %s", text,
                    mz_member(mz, tuple, mz_arg(mz, sets, i)));
  return mz_print(mz, "(%s)", text);
}

const char *mz_member(Mz *mz, const MzTuple *tuple, BTerm set)
{
  if (mz->failed || tuple->count == 0) return "false";
  switch (b_op(mz->bank, set)) {
  case B_IDENTIFIER: return in_identifier(mz, tuple, set);
  case B_EMPTY_SET:
  case B_EMPTY_SEQUENCE: return "false";
  case B_SET_EXTENSION: return in_extension(mz, tuple, set);
  case B_SEQUENCE_EXTENSION: return in_sequence_extension(mz, tuple, set);
  case B_INTERVAL: return in_interval(mz, tuple, set);
  case B_BOOL_SET:
  case B_GIVEN_SET:
  case B_INTEGER_SET: return "true";
  case B_NATURAL_SET: return mz_print(mz, "(%s >= 0)", tuple->parts[0]);
  case B_NATURAL1_SET: return mz_print(mz, "(%s >= 1)", tuple->parts[0]);
  case B_UNION:
  case B_INTERSECTION:
  case B_SET_SUBTRACTION: return both(mz, tuple, set);
  case B_CARTESIAN:
  case B_DIRECT_PRODUCT:
  case B_PARALLEL_PRODUCT: return in_product(mz, tuple, set);
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION: return in_projection(mz, tuple, set);
  case B_COMPREHENSION: return in_comprehension(mz, tuple, set);
  case B_LAMBDA: return in_lambda(mz, tuple, set);
  case B_QUANTIFIED_UNION:
  case B_QUANTIFIED_INTERSECTION:
  case B_EVENT_B_COMPREHENSION: return in_quantified(mz, tuple, set);
  case B_GENERAL_UNION:
  case B_GENERAL_INTERSECTION: return in_listed_sets(mz, tuple, set);
  case B_DOMAIN: return is_reached(mz, tuple, mz_arg(mz, set, 0), false);
  case B_RANGE: return is_reached(mz, tuple, mz_arg(mz, set, 0), true);
  case B_REVERSE: return in_reverse(mz, tuple, set);
  case B_IDENTITY: return in_identity(mz, tuple, set);
  case B_COMPOSITION: return in_composition(mz, tuple, set);
  case B_IMAGE: return in_image(mz, tuple, set);
  case B_DOMAIN_RESTRICTION:
  case B_DOMAIN_SUBTRACTION:
  case B_RANGE_RESTRICTION:
  case B_RANGE_SUBTRACTION: return in_restriction(mz, tuple, set);
  case B_OVERWRITE: return in_overwrite(mz, tuple, set);
  case B_CONCAT:
  case B_REV:
  case B_FRONT:
  case B_TAIL:
  case B_INSERT_FRONT:
  case B_INSERT_TAIL:
  case B_RESTRICT_FRONT:
  case B_RESTRICT_TAIL: return in_sequence(mz, tuple, set);
  case B_STRUCT: return in_record_set(mz, tuple, set);
  case B_IF_EXPRESSION: return in_choice(mz, tuple, set);
  default: return mz_refuse_term(mz, set);
  }
}

/* --- sets of sets --- */

/* No two pairs with equal firsts (seconds, if `inverse`) and different others. */
static const char *is_functional(Mz *mz, BTerm relation, bool inverse)
{
  const char *loops = "";
  MzRange range = mz_range(mz, relation);
  BType from = inverse ? second_type(mz, relation) : first_type(mz, relation);
  BType to = inverse ? first_type(mz, relation) : second_type(mz, relation);
  MzTuple start = mz_loop(mz, from, range, &loops), end = mz_loop(mz, to, range, &loops);
  MzTuple other = mz_loop(mz, to, range, &loops);
  MzTuple one = inverse ? mz_join(mz, &end, &start) : mz_join(mz, &start, &end);
  MzTuple two = inverse ? mz_join(mz, &other, &start) : mz_join(mz, &start, &other);
  return mz_print(mz, "forall(%s)(%s /\\ %s -> %s)", loops, mz_member(mz, &one, relation),
                  mz_member(mz, &two, relation), mz_same(mz, &end, &other));
}

typedef struct {
  BTerm relation;
  bool range;
} MzReach;

static const char *reached_body(Mz *mz, const MzTuple *element, const void *data)
{
  const MzReach *reach = data;
  return is_reached(mz, element, reach->relation, reach->range);
}

static const char *in_power(Mz *mz, BTerm set, BTerm whole, bool not_empty)
{
  const char *inside = mz_subset(mz, set, whole);
  return not_empty ? mz_print(mz, "(%s /\\ %s >= 1)", inside, mz_card(mz, set)) : inside;
}

/* A relation from S to T with what its kind asks for. */
static const char *in_relations(Mz *mz, BTerm set, BTerm sets)
{
  BOperator op = b_op(mz->bank, sets);
  BTerm from = mz_arg(mz, sets, 0), to = mz_arg(mz, sets, 1);
  bool function = op >= B_PARTIAL_FUNCTION && op <= B_TOTAL_BIJECTION;
  bool injective = op == B_PARTIAL_INJECTION || op == B_TOTAL_INJECTION ||
                   op == B_PARTIAL_BIJECTION || op == B_TOTAL_BIJECTION;
  bool total = op == B_TOTAL_RELATION || op == B_TOTAL_SURJECTION_RELATION ||
               op == B_TOTAL_FUNCTION || op == B_TOTAL_INJECTION || op == B_TOTAL_SURJECTION ||
               op == B_TOTAL_BIJECTION;
  bool surjective = op == B_SURJECTION_RELATION || op == B_TOTAL_SURJECTION_RELATION ||
                    op == B_PARTIAL_SURJECTION || op == B_TOTAL_SURJECTION ||
                    op == B_PARTIAL_BIJECTION || op == B_TOTAL_BIJECTION;
  const char *loops = "";
  MzTuple pair = mz_loop(mz, mz_member_type(mz, set), mz_range(mz, set), &loops);
  MzPair parts = split(mz, &pair, mz_member_type(mz, set));
  const char *text = mz_print(mz, "forall(%s)(%s -> (%s /\\ %s))", loops, mz_member(mz, &pair, set),
                              mz_member(mz, &parts.first, from), mz_member(mz, &parts.second, to));
  MzReach forth = {set, false}, back = {set, true};
  if (function) text = mz_print(mz, "%s /\\ %s", text, is_functional(mz, set, false));
  if (injective) text = mz_print(mz, "%s /\\ %s", text, is_functional(mz, set, true));
  if (total) text = mz_print(mz, "%s /\\ %s", text, mz_each(mz, from, true, reached_body, &forth));
  if (surjective)
    text = mz_print(mz, "%s /\\ %s", text, mz_each(mz, to, true, reached_body, &back));
  return mz_print(mz, "(%s)", text);
}

/* Its positions are 1 to its size. */
static const char *in_sequences(Mz *mz, BTerm set, BTerm sets)
{
  BOperator op = b_op(mz->bank, sets);
  BTerm of = mz_arg(mz, sets, 0);
  const char *loops = "", *size = mz_card(mz, set);
  MzTuple pair = mz_loop(mz, mz_member_type(mz, set), mz_range(mz, set), &loops);
  MzPair parts = split(mz, &pair, mz_member_type(mz, set));
  const char *text = mz_print(mz, "forall(%s)(%s -> (%s >= 1 /\\ %s <= %s /\\ %s)) /\\ %s", loops,
                              mz_member(mz, &pair, set), pair.parts[0], pair.parts[0], size,
                              mz_member(mz, &parts.second, of), is_functional(mz, set, false));
  if (op == B_ISEQ || op == B_ISEQ1 || op == B_PERM)
    text = mz_print(mz, "%s /\\ %s", text, is_functional(mz, set, true));
  if (op == B_SEQ1 || op == B_ISEQ1) text = mz_print(mz, "%s /\\ %s >= 1", text, size);
  MzReach back = {set, true};
  if (op == B_PERM)
    text = mz_print(mz, "%s /\\ %s", text, mz_each(mz, of, true, reached_body, &back));
  return mz_print(mz, "(%s)", text);
}

static const char *is_same_set(Mz *mz, BTerm a, BTerm b)
{
  return mz_print(mz, "(%s /\\ %s)", mz_subset(mz, a, b), mz_subset(mz, b, a));
}

const char *mz_in_sets(Mz *mz, BTerm set, BTerm sets)
{
  BOperator op = b_op(mz->bank, sets);
  if (mz->failed) return "false";
  switch (op) {
  case B_POW:
  case B_FIN: return in_power(mz, set, mz_arg(mz, sets, 0), false);
  case B_POW1:
  case B_FIN1: return in_power(mz, set, mz_arg(mz, sets, 0), true);
  case B_SEQ:
  case B_SEQ1:
  case B_ISEQ:
  case B_ISEQ1:
  case B_PERM: return in_sequences(mz, set, sets);
  case B_EMPTY_SET: return "false";
  case B_SET_EXTENSION: {
    const char *text = "false";
    for (uint32_t i = 0; i < b_arg_count(mz->bank, sets); i++)
      text = mz_print(mz, "%s \\/ %s", text, is_same_set(mz, set, mz_arg(mz, sets, i)));
    return mz_print(mz, "(%s)", text);
  }
  case B_UNION:
  case B_INTERSECTION:
  case B_SET_SUBTRACTION: {
    const char *left = mz_in_sets(mz, set, mz_arg(mz, sets, 0));
    const char *right = mz_in_sets(mz, set, mz_arg(mz, sets, 1));
    return mz_print(mz,
                    op == B_UNION          ? "(%s \\/ %s)"
                    : op == B_INTERSECTION ? "(%s /\\ %s)"
                                           : "(%s /\\ not %s)",
                    left, right);
  }
  default:
    if (op == B_RELATIONS || (op >= B_TOTAL_RELATION && op <= B_TOTAL_SURJECTION_RELATION) ||
        (op >= B_PARTIAL_FUNCTION && op <= B_TOTAL_BIJECTION))
      return in_relations(mz, set, sets);
    return mz_refuse_term(mz, sets);
  }
}
