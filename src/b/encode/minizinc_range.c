/* Ranges: between which bounds all integers of a value are. */
#include "b/encode/minizinc_internal.h"

static const MzRange nothing = {1, 0};
static const MzRange everything = {-MZ_LIMIT - 1, MZ_LIMIT + 1};

MzRange mz_hull(MzRange a, MzRange b)
{
  if (a.low > a.high) return b;
  if (b.low > b.high) return a;
  return (MzRange){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static int64_t clip(int64_t number)
{
  if (number < everything.low) return everything.low;
  return number > everything.high ? everything.high : number;
}

static MzRange make(int64_t low, int64_t high)
{
  return (MzRange){clip(low), clip(high)};
}

static MzRange product(MzRange a, MzRange b)
{
  int64_t corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  MzRange range = {corners[0], corners[0]};
  for (int i = 1; i < 4; i++) range = mz_hull(range, (MzRange){corners[i], corners[i]});
  return make(range.low, range.high);
}

static int64_t largest(MzRange range)
{
  int64_t low = range.low < 0 ? -range.low : range.low;
  int64_t high = range.high < 0 ? -range.high : range.high;
  return low > high ? low : high;
}

static MzRange of_operands(Mz *mz, BTerm term)
{
  MzRange range = nothing;
  for (uint32_t i = b_variable_count(mz->bank, term); i < b_arg_count(mz->bank, term); i++)
    range = mz_hull(range, mz_range(mz, mz_arg(mz, term, i)));
  return range;
}

static bool has_name(const Mz *mz, BTerm term, Symbol name)
{
  U32Vec names = {0};
  bool found = false;
  b_free_identifiers(mz->bank, term, &names);
  for (size_t i = 0; i < names.count; i++) found |= b_node(mz->bank, names.items[i])->data == name;
  VEC_FREE(&names);
  return found;
}

static bool is_about(const Mz *mz, BTerm conjunct)
{
  BOperator op = b_op(mz->bank, conjunct);
  return op == B_MEMBER || op == B_EQUAL || op == B_SUBSET || op == B_SUBSET_STRICT;
}

void mz_index_goal(Mz *mz)
{
  if (b_op(mz->bank, mz->goal) != B_AND) return;
  uint32_t count = b_arg_count(mz->bank, mz->goal);
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&mz->next_about, 0);
  for (uint32_t i = count; i > 0; i--) {
    BTerm conjunct = mz_arg(mz, mz->goal, i - 1);
    if (!is_about(mz, conjunct)) continue;
    BTerm about = mz_arg(mz, conjunct, 0);
    while (mz->first_about.count <= about) VEC_PUSH(&mz->first_about, 0);
    mz->next_about.items[i - 1] = mz->first_about.items[about];
    mz->first_about.items[about] = i;
  }
}

/* What a conjunct says of a variable: x : S, x <: S, x = E. */
static bool range_in_conjunct(Mz *mz, BTerm variable, BTerm conjunct, MzRange *range)
{
  if (!is_about(mz, conjunct)) return false;
  BTerm of = mz_arg(mz, conjunct, 1);
  if (mz_arg(mz, conjunct, 0) != variable || has_name(mz, of, b_node(mz->bank, variable)->data))
    return false;
  *range = mz_range(mz, of);
  return range->low > everything.low && range->high < everything.high;
}

MzRange mz_range_of_variable(Mz *mz, BTerm variable, BTerm predicate, bool *found)
{
  bool row = b_op(mz->bank, predicate) == B_AND;
  MzRange range = everything;
  *found = false;
  if (row && predicate == mz->goal) {
    uint32_t i = variable < mz->first_about.count ? mz->first_about.items[variable] : 0;
    for (; i && !*found; i = mz->next_about.items[i - 1])
      *found = range_in_conjunct(mz, variable, mz_arg(mz, predicate, i - 1), &range);
    return *found ? range : everything;
  }
  for (uint32_t i = 0; i < (row ? b_arg_count(mz->bank, predicate) : 1) && !*found; i++)
    *found = range_in_conjunct(mz, variable, row ? mz_arg(mz, predicate, i) : predicate, &range);
  return *found ? range : everything;
}

void mz_hide(Mz *mz, BTerm identifier)
{
  MzTuple none = {0};
  mz_bind(mz, identifier, everything, &none);
}

void mz_hide_variables(Mz *mz, BTerm binder)
{
  for (uint32_t i = 0; i < b_variable_count(mz->bank, binder); i++)
    mz_hide(mz, mz_arg(mz, binder, i));
}

int64_t mz_count(Mz *mz, BType type, MzRange integers)
{
  MzShape shape = mz_shape(mz, type, integers);
  int64_t count = 1;
  for (uint32_t i = 0; i < shape.count; i++) {
    int64_t width = shape.parts[i].high - shape.parts[i].low + 1;
    count = clip(count * (width > 0 ? width : 0));
  }
  return count;
}

/* With the variables of the binder bound to their ranges. */
static MzRange of_binder(Mz *mz, BTerm term)
{
  size_t mark = mz->scope_list.count;
  uint32_t count = b_variable_count(mz->bank, term);
  MzTuple none = {0};
  MzRange variables = nothing;
  mz_hide_variables(mz, term);
  for (uint32_t i = 0; i < count; i++) {
    bool found;
    MzRange range = mz_range_of_variable(mz, mz_arg(mz, term, i), mz_arg(mz, term, count), &found);
    mz_bind(mz, mz_arg(mz, term, i), range, &none);
    variables = mz_hull(variables, range);
  }
  MzRange body = nothing;
  if (b_arg_count(mz->bank, term) > count + 1) body = mz_range(mz, mz_arg(mz, term, count + 1));
  mz_unbind(mz, mark);
  switch (b_op(mz->bank, term)) {
  case B_COMPREHENSION: return variables;
  case B_LAMBDA: return mz_hull(variables, body);
  case B_SIGMA: return product(mz_hull(body, (MzRange){0, 0}), (MzRange){0, MZ_LOOP});
  case B_PI: return everything;
  default: return body;
  }
}

static MzRange of_let(Mz *mz, BTerm term)
{
  size_t mark = mz->scope_list.count;
  MzTuple none = {0};
  mz_bind(mz, mz_arg(mz, term, 0), mz_range(mz, mz_arg(mz, term, 1)), &none);
  MzRange range = mz_range(mz, mz_arg(mz, term, 2));
  mz_unbind(mz, mark);
  return range;
}

static MzRange of_literal(const Mz *mz, BTerm term)
{
  Symbol symbol = b_node(mz->bank, term)->data;
  const char *text = symbols_text(&mz->bank->symbols, symbol);
  int64_t number = 0;
  for (size_t i = 0; i < symbols_length(&mz->bank->symbols, symbol); i++)
    number = clip(number * 10 + (text[i] - '0'));
  return (MzRange){number, number};
}

/* Numbers of the elements of a set. */
static MzRange of_card(Mz *mz, BTerm set)
{
  return make(0, mz_count(mz, mz_member_type(mz, set), mz_range(mz, set)));
}

static MzRange of_arithmetic(Mz *mz, BTerm term)
{
  BOperator op = b_op(mz->bank, term);
  MzRange a = mz_range(mz, mz_arg(mz, term, 0));
  if (op == B_NEGATE) return make(-a.high, -a.low);
  MzRange b = mz_range(mz, mz_arg(mz, term, 1));
  switch (op) {
  case B_ADD: return make(a.low + b.low, a.high + b.high);
  case B_SUBTRACT: return make(a.low - b.high, a.high - b.low);
  case B_MULTIPLY: return product(a, b);
  case B_DIVIDE: return make(-largest(a), largest(a));
  case B_MODULO: return make(0, largest(b));
  default: return make(a.low, b.high); /* an interval */
  }
}

/* Positions in a sequence that operators lengthen. */
static MzRange of_sequence(Mz *mz, BTerm term)
{
  MzRange range = of_operands(mz, term);
  int64_t more = (int64_t)b_arg_count(mz->bank, term);
  if (b_op(mz->bank, term) == B_CONCAT || b_op(mz->bank, term) == B_REV)
    more = 2 * largest(range) + 2;
  return mz_hull(range, make(0, (range.low > range.high ? 0 : largest(range)) + more));
}

MzRange mz_range(Mz *mz, BTerm term)
{
  BOperator op = b_op(mz->bank, term);
  switch (op) {
  case B_IDENTIFIER: {
    const MzBinding *binding = mz_find(mz, b_node(mz->bank, term)->data);
    return binding ? binding->range : everything;
  }
  case B_INTEGER: return of_literal(mz, term);
  case B_NEGATE:
  case B_ADD:
  case B_SUBTRACT:
  case B_MULTIPLY:
  case B_DIVIDE:
  case B_MODULO:
  case B_INTERVAL: return of_arithmetic(mz, term);
  case B_CARD:
  case B_SIZE: return of_card(mz, mz_arg(mz, term, 0));
  case B_LET_EXPRESSION: return of_let(mz, term);
  case B_IF_EXPRESSION:
    return mz_hull(mz_range(mz, mz_arg(mz, term, 1)), mz_range(mz, mz_arg(mz, term, 2)));
  case B_BOOL:
  case B_TRUE:
  case B_FALSE:
  case B_BOOL_SET:
  case B_GIVEN_SET:
  case B_ELEMENT:
  case B_EMPTY_SET:
  case B_EMPTY_SEQUENCE: return nothing;
  case B_SEQUENCE_EXTENSION:
  case B_CONCAT:
  case B_REV:
  case B_INSERT_FRONT:
  case B_INSERT_TAIL: return of_sequence(mz, term);
  case B_FUNCTION: return mz_range(mz, mz_arg(mz, term, 0));
  case B_INTEGER_SET:
  case B_NATURAL_SET:
  case B_NATURAL1_SET:
  case B_INT_SET:
  case B_NAT_SET:
  case B_NAT1_SET:
  case B_MIN_INT:
  case B_MAX_INT:
  case B_POWER:
  case B_SEQ: /* of any length */
  case B_SEQ1:
  case B_ISEQ:
  case B_ISEQ1:
  case B_PERM:
  case B_SUCCESSOR:
  case B_PREDECESSOR: return everything;
  default: return b_operator_binds(op) ? of_binder(mz, term) : of_operands(mz, term);
  }
}
