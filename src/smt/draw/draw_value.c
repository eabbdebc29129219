#include "smt/draw/draw_value.h"

#include <assert.h>

#include "smt/draw/draw_function.h"
#include "smt/draw/draw_literal.h"
#include "smt/draw/draw_regex.h"
#include "smt/term/build.h"
#include "smt/value/datatype.h"

enum { BUDGET = 200, GIVE_UP = 20 * BUDGET, REGEX_DEPTH = 3 };

/* A number of parts, none once the budget is used up or the value is deep. */
static uint32_t draw_count(Draw *draw, uint32_t depth, uint32_t most)
{
  if (draw->budget > BUDGET || depth > 3) return 0;
  return (uint32_t)random_below(draw->random, most + 1);
}

static Term draw_array(Draw *draw, Sort sort, uint32_t depth)
{
  Bank *bank = draw->bank;
  Sort index = sorts_arg(&bank->sorts, sort, 0), element = sorts_arg(&bank->sorts, sort, 1);
  Term parts[3] = {draw_part(draw, element, depth + 1)};
  Term array = parts[0] ? build(bank, "const", sort, parts, 1) : 0;
  for (uint32_t n = draw_count(draw, depth, 3); array && n > 0; n--) {
    parts[0] = array;
    parts[1] = draw_part(draw, index, depth + 1);
    parts[2] = draw_part(draw, element, depth + 1);
    array = parts[1] && parts[2] ? build(bank, "store", 0, parts, 3) : 0;
  }
  return array;
}

/* How the values of a kind of collection are written. */
typedef struct {
  const char *empty, *unit, *join;
  bool counted; /* units have a multiplicity */
} Collection;

static Term draw_collection(Draw *draw, Sort sort, const Collection *kind, uint32_t depth)
{
  Bank *bank = draw->bank;
  Term all = 0;
  for (uint32_t n = draw_count(draw, depth, 4); n > 0; n--) {
    Term parts[2] = {draw_part(draw, sorts_arg(&bank->sorts, sort, 0), depth + 1)};
    if (!parts[0]) break;
    if (kind->counted)
      parts[1] = draw_natural(bank, bank->int_sort, 1 + random_below(draw->random, 3));
    Term both[2] = {all, build(bank, kind->unit, 0, parts, kind->counted ? 2 : 1)};
    all = all ? build(bank, kind->join, 0, both, 2) : both[1];
  }
  return all ? all : build(bank, kind->empty, sort, NULL, 0);
}

static Term draw_tuple(Draw *draw, Sort sort, uint32_t depth)
{
  Bank *bank = draw->bank;
  uint32_t count = sorts_node(&bank->sorts, sort)->arg_count;
  if (count == 0) return build(bank, "tuple.unit", sort, NULL, 0);
  U32Vec parts = {0};
  for (uint32_t i = 0; i < count; i++) {
    Term part = draw_part(draw, sorts_arg(&bank->sorts, sort, i), depth + 1);
    if (!part) break;
    VEC_PUSH(&parts, part);
  }
  Term tuple = parts.count == count ? build(bank, "tuple", 0, parts.items, count) : 0;
  VEC_FREE(&parts);
  return tuple;
}

/* Datatypes */

static Term construct(Draw *draw, Sort sort, Fun constructor, uint32_t depth)
{
  Bank *bank = draw->bank;
  FunInfo info = *funs_info(&bank->funs, constructor);
  U32Vec fields = {0};
  for (uint32_t i = 0; i < info.arity; i++) {
    Sort field = datatype_field_sort(bank, constructor, sort, i);
    Term part = field ? draw_part(draw, field, depth + 1) : 0;
    if (!part) break;
    VEC_PUSH(&fields, part);
  }
  Term term = 0;
  if (fields.count == info.arity) {
    Op op = bank_apply_operator(bank, constructor, NULL, 0, info.needs_as ? sort : 0);
    term = bank_term(bank, op, sort, fields.items, info.arity);
  }
  VEC_FREE(&fields);
  return term;
}

/* The constructor with the fewest fields of a datatype's own sort, for values that must end. */
static uint32_t simplest(const Bank *bank, const Datatype *datatype, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  uint32_t best = 0, least = UINT32_MAX;
  SortCtor own = sorts_node(&bank->sorts, sort)->ctor;
  for (uint32_t i = 0; i < datatype->constructors.count; i++) {
    Fun constructor = datatype->constructors.items[i];
    uint32_t arity = funs_info(&bank->funs, constructor)->arity, cost = arity;
    const Sort *rank = funs_rank(&bank->funs, constructor);
    for (uint32_t k = 0; k < arity; k++) {
      const SortNode *node = sorts_node(&bank->sorts, rank[k]);
      cost += node->ctor == own ? 1000 : node->class == SORT_DATATYPE ? 10 : 0;
    }
    if (cost < least) {
      least = cost;
      best = i;
    }
  }
  return best;
}

static Term draw_datatype(Draw *draw, Sort sort, uint32_t depth)
{
  Bank *bank = draw->bank;
  uint32_t index = bank->sorts.ctors.items[sorts_node(&bank->sorts, sort)->ctor].datatype;
  const Datatype *datatype = &bank->datatypes.items[index];
  uint32_t count = (uint32_t)datatype->constructors.count;
  if (index == 0 || count == 0) return 0;
  bool end = draw->budget > BUDGET || depth > 3;
  uint32_t at = end ? simplest(bank, datatype, sort) : (uint32_t)random_below(draw->random, count);
  Term term = 0;
  for (uint32_t i = 0; i < count && !term; i++)
    term = construct(draw, sort, bank->datatypes.items[index].constructors.items[(at + i) % count],
                     depth);
  return term;
}

/* All sorts */

static const Collection sequences = {"seq.empty", "seq.unit", "seq.++", false};
static const Collection sets = {"set.empty", "set.singleton", "set.union", false};
static const Collection bags = {"bag.empty", "bag", "bag.union_disjoint", true};

static Term draw_character(Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  Numeral code = draw_code(random);
  Term term = bank_build_indexed(bank, "Char", &code, 1, 0, NULL, 0);
  return term && bank_sort(bank, term) == sort ? term : 0;
}

static Term draw_element(const Draw *draw, Sort sort)
{
  const U32Vec *elements = draw->elements;
  size_t count = elements ? elements->count : 0;
  size_t start = count ? random_below(draw->random, count) : 0;
  for (size_t i = 0; i < count; i++) {
    Term element = elements->items[(start + i) % count];
    if (bank_sort(draw->bank, element) == sort) return element;
  }
  return 0;
}

Term draw_part(Draw *draw, Sort sort, uint32_t depth)
{
  Bank *bank = draw->bank;
  Random *random = draw->random;
  if (depth > DRAW_DEPTH_MAX || ++draw->budget > GIVE_UP) return 0;
  switch (sorts_class(&bank->sorts, sort)) {
  case SORT_BOOL: return build(bank, random_chance(random, 1, 2) ? "true" : "false", sort, NULL, 0);
  case SORT_INT: return draw_integer(bank, random, sort);
  case SORT_REAL: return draw_real(bank, random, sort);
  case SORT_BITVEC: return draw_bitvec(bank, random, sort);
  case SORT_FLOAT: return draw_float(bank, random, sort);
  case SORT_ROUNDING: return draw_rounding(bank, random, sort);
  case SORT_STRING: return draw_string(bank, random, sort);
  case SORT_REGLAN: return draw_regex(bank, random, REGEX_DEPTH);
  case SORT_FIELD: return draw_field(bank, random, sort);
  case SORT_ARRAY: return draw_array(draw, sort, depth);
  case SORT_SEQ: return draw_collection(draw, sort, &sequences, depth);
  case SORT_SET: return draw_collection(draw, sort, &sets, depth);
  case SORT_BAG: return draw_collection(draw, sort, &bags, depth);
  case SORT_TUPLE: return draw_tuple(draw, sort, depth);
  case SORT_FUNCTION: return draw_function(draw, sort, depth);
  case SORT_DATATYPE: return draw_datatype(draw, sort, depth);
  case SORT_UNINTERPRETED: return draw_element(draw, sort);
  case SORT_OTHER: return draw_character(bank, random, sort);
  default: return 0;
  }
}

Term draw_value_among(Bank *bank, Random *random, Sort sort, const U32Vec *elements)
{
  assert(bank_has_sort(bank, sort));
  Draw draw = {.bank = bank, .random = random, .elements = elements};
  return draw_part(&draw, sort, 0);
}

Term draw_value(Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  return draw_value_among(bank, random, sort, NULL);
}
