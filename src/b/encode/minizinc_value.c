/* Values and predicates. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "b/encode/minizinc_internal.h"

static MzTuple one(const char *text)
{
  return (MzTuple){.count = 1, .parts = {text}};
}

const char *mz_number(Mz *mz, BTerm term)
{
  MzTuple tuple = mz_value(mz, term);
  return tuple.count == 1 ? tuple.parts[0] : mz_refuse_term(mz, term);
}

static MzTuple refused(Mz *mz, BTerm term)
{
  mz_refuse_term(mz, term);
  MzTuple tuple = {.count = mz_width(mz, b_type(mz->bank, term))};
  for (uint32_t i = 0; i < tuple.count; i++) tuple.parts[i] = "0";
  return tuple;
}

static const char *binary(Mz *mz, BTerm term, const char *sign)
{
  const char *left = mz_number(mz, mz_arg(mz, term, 0));
  return mz_print(mz, "(%s %s %s)", left, sign, mz_number(mz, mz_arg(mz, term, 1)));
}

/* By 0 it may be anything, but not undefined, which MiniZinc would take out of the operator. */
static const char *division(Mz *mz, BTerm term, const char *sign)
{
  const char *left = mz_number(mz, mz_arg(mz, term, 0));
  const char *right = mz_number(mz, mz_arg(mz, term, 1));
  return mz_print(mz, "(%s %s (%s + bool2int(%s = 0)))", left, sign, right, right);
}

const char *mz_card(Mz *mz, BTerm set)
{
  const char *loops = "";
  MzTuple element = mz_loop(mz, mz_member_type(mz, set), mz_range(mz, set), &loops);
  return mz_print(mz, "sum(%s)(bool2int(%s))", loops, mz_member(mz, &element, set));
}

/* The least or greatest element. */
static const char *extreme(Mz *mz, BTerm term, bool least)
{
  BTerm set = mz_arg(mz, term, 0);
  const char *loops = "";
  MzRange range = mz_range(mz, set);
  if (range.low > range.high) return "0"; /* an empty set has none: the predicate is false */
  MzTuple element = mz_loop(mz, mz_member_type(mz, set), range, &loops);
  if (element.count != 1) return mz_refuse_term(mz, term);
  int64_t neutral = least ? range.high : range.low;
  return mz_print(mz, "%s([bool2int(%s) * (%s - (%" PRId64 ")) + (%" PRId64 ") | %s])",
                  least ? "min" : "max", mz_member(mz, &element, set), element.parts[0], neutral,
                  neutral, loops);
}

/* The value of a relation at a point: of a function there is one, and the sum over all is it. */
static MzTuple apply(Mz *mz, BTerm relation, const MzTuple *point)
{
  const BTypes *types = &mz->bank->types;
  BType second = b_type_node(types, mz_member_type(mz, relation))->second;
  MzTuple result = {0};
  uint32_t width = mz_width(mz, second);
  for (uint32_t i = 0; i < width && !mz->failed; i++) {
    const char *loops = "";
    MzTuple value = mz_loop(mz, second, mz_range(mz, relation), &loops);
    MzTuple pair = mz_join(mz, point, &value);
    if (value.count != width) break;
    result.parts[result.count++] = mz_print(mz, "sum(%s)(bool2int(%s) * %s)", loops,
                                            mz_member(mz, &pair, relation), value.parts[i]);
  }
  return result;
}

static MzTuple application(Mz *mz, BTerm term)
{
  BTerm function = mz_arg(mz, term, 0);
  MzTuple point = mz_value(mz, mz_arg(mz, term, 1));
  if (b_op(mz->bank, function) == B_SUCCESSOR) return one(mz_print(mz, "(%s + 1)", point.parts[0]));
  if (b_op(mz->bank, function) == B_PREDECESSOR)
    return one(mz_print(mz, "(%s - 1)", point.parts[0]));
  return apply(mz, function, &point);
}

/* SIGMA and PI. */
static const char *series(Mz *mz, BTerm term, bool product)
{
  size_t mark = mz->scope_list.count;
  uint32_t count = b_variable_count(mz->bank, term);
  const char *loops = "";
  mz_open(mz, term, mz_arg(mz, term, count), &loops);
  const char *condition = mz_predicate(mz, mz_arg(mz, term, count));
  const char *body = mz_number(mz, mz_arg(mz, term, count + 1));
  mz_unbind(mz, mark);
  return product ? mz_print(mz, "product(%s)(1 + bool2int(%s) * (%s - 1))", loops, condition, body)
                 : mz_print(mz, "sum(%s)(bool2int(%s) * %s)", loops, condition, body);
}

static MzTuple conditional(Mz *mz, BTerm term)
{
  const char *condition = mz_predicate(mz, mz_arg(mz, term, 0));
  MzTuple yes = mz_value(mz, mz_arg(mz, term, 1)), no = mz_value(mz, mz_arg(mz, term, 2));
  MzTuple result = {.count = yes.count};
  for (uint32_t i = 0; i < yes.count; i++)
    result.parts[i] = mz_print(mz, "(bool2int(%s) * %s + bool2int(not (%s)) * %s)", condition,
                               yes.parts[i], condition, i < no.count ? no.parts[i] : "0");
  return result;
}

static MzTuple let(Mz *mz, BTerm term)
{
  size_t mark = mz->scope_list.count;
  BTerm variable = mz_arg(mz, term, 0), value = mz_arg(mz, term, 1);
  if (mz_is_set(mz, value)) return refused(mz, term);
  MzTuple tuple = mz_value(mz, value);
  mz_bind(mz, variable, mz_range(mz, value), &tuple);
  bool predicate = b_type(mz->bank, term) == B_PREDICATE;
  MzTuple result =
      predicate ? one(mz_predicate(mz, mz_arg(mz, term, 2))) : mz_value(mz, mz_arg(mz, term, 2));
  mz_unbind(mz, mark);
  return result;
}

static MzTuple field(Mz *mz, BTerm term)
{
  BTerm record = mz_arg(mz, term, 0);
  MzTuple all = mz_value(mz, record);
  BType type = b_type(mz->bank, record);
  uint32_t count, first = 0;
  b_type_fields(&mz->bank->types, type, &count);
  for (uint32_t i = 0; i < count; i++) {
    BField one_of = b_type_fields(&mz->bank->types, type, &count)[i];
    uint32_t width = mz_width(mz, one_of.type);
    if (one_of.name == b_node(mz->bank, term)->data) return mz_slice(&all, first, width);
    first += width;
  }
  return refused(mz, term);
}

static MzTuple joined(Mz *mz, BTerm term)
{
  MzTuple all = {0};
  for (uint32_t i = 0; i < b_arg_count(mz->bank, term); i++) {
    MzTuple part = mz_value(mz, mz_arg(mz, term, i));
    all = mz_join(mz, &all, &part);
  }
  return all;
}

static MzTuple element(Mz *mz, BTerm term)
{
  const BModule *module = mz->module;
  for (size_t i = 0; i < module->sets.count; i++)
    for (uint32_t k = 0; k < module->sets.items[i].count; k++)
      if (module->elements.items[module->sets.items[i].first + k] == term)
        return one(mz_print(mz, "%u", k + 1));
  return refused(mz, term);
}

static MzTuple literal(Mz *mz, BTerm term)
{
  MzRange range = mz_range(mz, term);
  if (range.low > MZ_LIMIT) return refused(mz, term);
  return one(mz_print(mz, "%" PRId64, range.low));
}

MzTuple mz_value(Mz *mz, BTerm term)
{
  if (mz->failed) return (MzTuple){.count = 1, .parts = {"0"}};
  if (b_type(mz->bank, term) == B_INT) {
    MzRange range = mz_range(mz, term);
    if (range.low < -MZ_LIMIT || range.high > MZ_LIMIT) return refused(mz, term);
  }
  switch (b_op(mz->bank, term)) {
  case B_IDENTIFIER: {
    const MzBinding *binding = mz_find(mz, b_node(mz->bank, term)->data);
    return binding && !binding->set ? binding->tuple : refused(mz, term);
  }
  case B_INTEGER: return literal(mz, term);
  case B_TRUE: return one("1");
  case B_FALSE: return one("0");
  case B_BOOL: return one(mz_print(mz, "bool2int(%s)", mz_predicate(mz, mz_arg(mz, term, 0))));
  case B_NEGATE: return one(mz_print(mz, "(-%s)", mz_number(mz, mz_arg(mz, term, 0))));
  case B_ADD: return one(binary(mz, term, "+"));
  case B_SUBTRACT: return one(binary(mz, term, "-"));
  case B_MULTIPLY: return one(binary(mz, term, "*"));
  case B_DIVIDE: return one(division(mz, term, "div"));
  case B_MODULO: return one(division(mz, term, "mod"));
  case B_MIN: return one(extreme(mz, term, true));
  case B_MAX: return one(extreme(mz, term, false));
  case B_CARD:
  case B_SIZE: return one(mz_card(mz, mz_arg(mz, term, 0)));
  case B_SIGMA: return one(series(mz, term, false));
  case B_PI: return one(series(mz, term, true));
  case B_FUNCTION: return application(mz, term);
  case B_FIRST: {
    MzTuple first = one("1");
    return apply(mz, mz_arg(mz, term, 0), &first);
  }
  case B_LAST: {
    MzTuple last = one(mz_card(mz, mz_arg(mz, term, 0)));
    return apply(mz, mz_arg(mz, term, 0), &last);
  }
  case B_COUPLE:
  case B_RECORD: return joined(mz, term);
  case B_FIELD: return field(mz, term);
  case B_ELEMENT: return element(mz, term);
  case B_IF_EXPRESSION: return conditional(mz, term);
  case B_LET_EXPRESSION: return let(mz, term);
  default: return refused(mz, term);
  }
}

/* --- predicates --- */

static const char *row(Mz *mz, BTerm term, const char *sign)
{
  const char *text = mz_predicate(mz, mz_arg(mz, term, 0));
  for (uint32_t i = 1; i < b_arg_count(mz->bank, term); i++)
    text = mz_print(mz, "%s %s %s", text, sign, mz_predicate(mz, mz_arg(mz, term, i)));
  return mz_print(mz, "(%s)", text);
}

static const char *quantified(Mz *mz, BTerm term, bool forall)
{
  size_t mark = mz->scope_list.count;
  uint32_t count = b_variable_count(mz->bank, term);
  const char *loops = "";
  mz_open(mz, term, mz_arg(mz, term, count), &loops);
  const char *first = mz_predicate(mz, mz_arg(mz, term, count));
  const char *text = forall ? mz_print(mz, "forall(%s)(%s -> %s)", loops, first,
                                       mz_predicate(mz, mz_arg(mz, term, count + 1)))
                            : mz_print(mz, "exists(%s)(%s)", loops, first);
  mz_unbind(mz, mark);
  return text;
}

static const char *equal(Mz *mz, BTerm term)
{
  BTerm a = mz_arg(mz, term, 0), b = mz_arg(mz, term, 1);
  if (mz_is_set(mz, a))
    return mz_print(mz, "(%s /\\ %s)", mz_subset(mz, a, b), mz_subset(mz, b, a));
  MzTuple left = mz_value(mz, a), right = mz_value(mz, b);
  return mz_same(mz, &left, &right);
}

static const char *member(Mz *mz, BTerm term)
{
  BTerm element = mz_arg(mz, term, 0), set = mz_arg(mz, term, 1);
  if (mz_is_set(mz, element)) return mz_in_sets(mz, element, set);
  MzTuple tuple = mz_value(mz, element);
  return mz_member(mz, &tuple, set);
}

static const char *negated(Mz *mz, const char *text)
{
  return mz_print(mz, "(not %s)", text);
}

static const char *subset_strict(Mz *mz, BTerm term)
{
  BTerm a = mz_arg(mz, term, 0), b = mz_arg(mz, term, 1);
  return mz_print(mz, "(%s /\\ not %s)", mz_subset(mz, a, b), mz_subset(mz, b, a));
}

/* Each element of the first set is in exactly one of the others, and these have no others. */
static const char *partition(Mz *mz, BTerm term)
{
  BTerm set = mz_arg(mz, term, 0);
  MzRange range = mz_range(mz, set);
  for (uint32_t i = 1; i < b_arg_count(mz->bank, term); i++)
    range = mz_hull(range, mz_range(mz, mz_arg(mz, term, i)));
  const char *loops = "", *sum = "0";
  MzTuple tuple = mz_loop(mz, mz_member_type(mz, set), range, &loops);
  for (uint32_t i = 1; i < b_arg_count(mz->bank, term); i++)
    sum = mz_print(mz, "%s + bool2int(%s)", sum, mz_member(mz, &tuple, mz_arg(mz, term, i)));
  return mz_print(mz, "forall(%s)(%s = bool2int(%s))", loops, sum, mz_member(mz, &tuple, set));
}

static const char *comparison(Mz *mz, BTerm term)
{
  switch (b_op(mz->bank, term)) {
  case B_EQUAL: return equal(mz, term);
  case B_NOT_EQUAL: return negated(mz, equal(mz, term));
  case B_LESS: return binary(mz, term, "<");
  case B_LESS_EQUAL: return binary(mz, term, "<=");
  case B_GREATER: return binary(mz, term, ">");
  case B_GREATER_EQUAL: return binary(mz, term, ">=");
  case B_MEMBER: return member(mz, term);
  case B_NOT_MEMBER: return negated(mz, member(mz, term));
  case B_SUBSET: return mz_subset(mz, mz_arg(mz, term, 0), mz_arg(mz, term, 1));
  case B_NOT_SUBSET: return negated(mz, mz_subset(mz, mz_arg(mz, term, 0), mz_arg(mz, term, 1)));
  case B_SUBSET_STRICT: return subset_strict(mz, term);
  case B_NOT_SUBSET_STRICT: return negated(mz, subset_strict(mz, term));
  case B_PARTITION: return partition(mz, term);
  default: return mz_refuse_term(mz, term);
  }
}

const char *mz_predicate(Mz *mz, BTerm term)
{
  if (mz->failed) return "false";
  assert(b_type(mz->bank, term) == B_PREDICATE);
  switch (b_op(mz->bank, term)) {
  case B_AND: return row(mz, term, "/\\");
  case B_OR: return row(mz, term, "\\/");
  case B_IMPLIES: return row(mz, term, "->");
  case B_EQUIVALENT: return row(mz, term, "<->");
  case B_NOT: return negated(mz, mz_predicate(mz, mz_arg(mz, term, 0)));
  case B_BTRUE: return "true";
  case B_BFALSE: return "false";
  case B_FORALL: return quantified(mz, term, true);
  case B_EXISTS: return quantified(mz, term, false);
  case B_LET_PREDICATE: return let(mz, term).parts[0];
  case B_IF_PREDICATE: {
    const char *condition = mz_predicate(mz, mz_arg(mz, term, 0));
    const char *yes = mz_predicate(mz, mz_arg(mz, term, 1));
    return mz_print(mz, "((%s -> %s) /\\ (%s \\/ %s))", condition, yes, condition,
                    mz_predicate(mz, mz_arg(mz, term, 2)));
  }
  case B_FINITE: { /* all sets here are; one that could not be listed is refused */
    MzRange range = mz_range(mz, mz_arg(mz, term, 0));
    const char *loops = "";
    mz_loop(mz, mz_member_type(mz, mz_arg(mz, term, 0)), range, &loops);
    return "true";
  }
  default: return comparison(mz, term);
  }
}
