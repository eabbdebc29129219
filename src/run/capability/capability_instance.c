#include "run/capability/capability_instance.h"

#include <string.h>

#include "run/capability/capability_list.h"
#include "smt/draw/draw_result.h"
#include "smt/term/signature.h"

#define PLAIN_SORTS ((uint32_t)(USES_STRING * 2 - 1) | USES_ARRAY_OF_BOOL) /* up to strings */

enum {
  DRAWS = 200,      /* of which the most ordinary are taken */
  DEPTH_MAX = 3,    /* of sorts: a bag of bags of tuples */
  WIDTH_MAX = 64,   /* of what is asked about: larger ones can take long to decide */
  UNHANDY = 100000, /* the cost of what is not asked about */
};

/* --- sorts --- */

static uint32_t float_uses(const Bank *bank, Sort sort)
{
  static const struct {
    Numeral exponent, significand;
    uint32_t uses;
  } known[] = {{5, 11, USES_FLOAT_16},
               {8, 24, USES_FLOAT_32},
               {11, 53, USES_FLOAT_64},
               {15, 113, USES_FLOAT_128}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (sorts_index(&bank->sorts, sort, 0) == known[i].exponent &&
        sorts_index(&bank->sorts, sort, 1) == known[i].significand)
      return known[i].uses;
  return USES_FLOAT_OTHER;
}

/* Sorts of instances are shallow: see sort_cost. */
static uint32_t sort_uses(const Bank *bank, Sort sort)
{
  static const uint32_t by_class[SORT_CLASS_COUNT] = {
      [SORT_INT] = USES_INT,           [SORT_REAL] = USES_REAL,     [SORT_BITVEC] = USES_BITVEC,
      [SORT_ROUNDING] = USES_ROUNDING, [SORT_STRING] = USES_STRING, [SORT_REGLAN] = USES_STRING,
      [SORT_ARRAY] = USES_ARRAY,       [SORT_SEQ] = USES_SEQ,       [SORT_SET] = USES_SET,
      [SORT_BAG] = USES_BAG,           [SORT_FIELD] = USES_FIELD,   [SORT_TUPLE] = USES_TUPLE,
      [SORT_FUNCTION] = USES_FUNCTION,
  };
  const SortNode *node = sorts_node(&bank->sorts, sort);
  uint32_t uses = node->class == SORT_FLOAT ? float_uses(bank, sort) : by_class[node->class];
  for (uint32_t i = 0; i < node->arg_count; i++) {
    Sort part = sorts_arg(&bank->sorts, sort, i);
    if (node->class == SORT_ARRAY && part == bank->bool_sort) uses |= USES_ARRAY_OF_BOOL;
    uses |= sort_uses(bank, part);
  }
  return uses;
}

uint32_t instance_uses(const Bank *bank, const DrawnRank *rank)
{
  uint32_t uses = sort_uses(bank, rank->result);
  for (uint32_t i = 0; i < rank->arg_count; i++) uses |= sort_uses(bank, rank->args[i]);
  return uses;
}

/* --- which instances --- */

static uint32_t leaf_cost(const Bank *bank, Sort sort, uint32_t depth)
{
  const SortTable *sorts = &bank->sorts;
  switch (sorts_class(sorts, sort)) {
  case SORT_BOOL: return depth ? 5 : 1; /* not all solvers have arrays and the like of them */
  case SORT_INT: return 1;
  case SORT_BITVEC: {
    Numeral width = sorts_index(sorts, sort, 0);
    return width > WIDTH_MAX ? UNHANDY : width == 8 ? 1 : 2;
  }
  case SORT_FLOAT: {
    Numeral exponent = sorts_index(sorts, sort, 0), significand = sorts_index(sorts, sort, 1);
    if (exponent > WIDTH_MAX || significand > WIDTH_MAX - exponent) return UNHANDY;
    if (float_uses(bank, sort) == USES_FLOAT_OTHER) return 30; /* rather any standard format */
    return exponent == 8 && significand == 24 ? 1 : 3;
  }
  default: return 2;
  }
}

/* How far a sort is from ordinary. Sorts deep inside of others are not asked about: that is a matter of the
 * sorts, not of the function. */
static uint32_t sort_cost(const Bank *bank, Sort sort, uint32_t depth)
{
  const SortNode *node = sorts_node(&bank->sorts, sort);
  if (depth > DEPTH_MAX) return UNHANDY;
  uint32_t cost = node->arg_count ? 1 : leaf_cost(bank, sort, depth);
  for (uint32_t i = 0; i < node->arg_count && cost < UNHANDY; i++)
    cost += sort_cost(bank, sorts_arg(&bank->sorts, sort, i), depth + 1);
  return cost;
}

static uint32_t rank_cost(const Bank *bank, const DrawnRank *rank)
{
  uint32_t cost = sort_cost(bank, rank->result, 0);
  for (uint32_t i = 0; i < rank->arg_count && cost < UNHANDY; i++)
    cost += sort_cost(bank, rank->args[i], 0);
  for (uint32_t i = 0; i < rank->index_count; i++)
    if (rank->indices[i] > WIDTH_MAX) cost += numeral_is_symbol(rank->indices[i]) ? 10 : 1;
  return cost + (rank->arg_count == 0); /* of rules that take any number: rather some */
}

static bool same_rank(const DrawnRank *a, const DrawnRank *b)
{
  return a->result == b->result && a->arg_count == b->arg_count &&
         a->index_count == b->index_count &&
         memcmp(a->args, b->args, a->arg_count * sizeof *a->args) == 0 &&
         memcmp(a->indices, b->indices, a->index_count * sizeof *a->indices) == 0;
}

static bool is_new(const DrawnRank *rank, const DrawnRank *others, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (same_rank(rank, &others[i])) return false;
  return true;
}

/* Of several instances the most ordinary that uses no other sorts than these; their number if there is
 * none. */
static uint32_t most_ordinary(const Bank *bank, const DrawnRank *drawn, uint32_t count,
                              uint32_t sorts)
{
  uint32_t best = count, least = UNHANDY;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t cost = rank_cost(bank, &drawn[i]);
    if (cost >= least || instance_uses(bank, &drawn[i]) & ~sorts) continue;
    best = i;
    least = cost;
  }
  return best;
}

/* One whose result is of the format that all solvers with floating-point numbers have: drawing widths at random hardly
 * meets it. False if there is none. */
static bool draw_ordinary_float(Bank *bank, Fun fun, DrawnRank *rank)
{
  static const Numeral format[2] = {8, 24};
  SortCtor ctor = bank->sorts.class_ctor[SORT_FLOAT];
  if (!ctor) return false;
  Sort sort = sorts_make(&bank->sorts, ctor, format, NULL, 0);
  Random random = random_stream(0, fun, DRAWS);
  return draw_rank_of_result(bank, &random, fun, sort, &(DrawMenu){&sort, 1, WIDTH_MAX}, rank);
}

/* The most ordinary instance first, then one for solvers of bit-vectors only, then others as they come,
 * with no more kinds of collections than the first. Returns their number. */
uint32_t instance_draw(Bank *bank, Fun fun, DrawnRank instances[INSTANCES])
{
  const FunInfo info = *funs_info(&bank->funs, fun);
  DrawnRank drawn[DRAWS];
  uint32_t count = 0, found = 0;
  for (uint32_t i = 0; i < DRAWS; i++) {
    Random random = random_stream(0, fun, i);
    bool ordinary = i + 1 == DRAWS && draw_ordinary_float(bank, fun, &drawn[count]);
    if (!ordinary && !draw_rank(bank, &random, fun, &drawn[count])) continue;
    if (!info.rule && drawn[count].arg_count != info.arity) continue;
    if (rank_cost(bank, &drawn[count]) < UNHANDY) count++;
  }
  if (count) instances[found++] = drawn[most_ordinary(bank, drawn, count, UINT32_MAX)];
  uint32_t bits = most_ordinary(bank, drawn, count, INSTANCE_BIT_SORTS);
  if (bits < count && is_new(&drawn[bits], instances, found)) instances[found++] = drawn[bits];
  uint32_t sorts = count ? instance_uses(bank, &instances[0]) | PLAIN_SORTS : 0;
  for (uint32_t i = 0; i < count && found < INSTANCES; i++)
    if (!(instance_uses(bank, &drawn[i]) & ~sorts) && is_new(&drawn[i], instances, found))
      instances[found++] = drawn[i];
  return found;
}

/* The same with more or fewer arguments. False if there is no such instance. */
bool instance_change_arity(Bank *bank, const DrawnRank *plain, CapabilityForm form, DrawnRank *rank)
{
  const FunInfo info = *funs_info(&bank->funs, plain->fun);
  *rank = *plain;
  if (info.assoc == ASSOC_NONE || info.needs_as) return false;
  if (form == FORM_FEW) {
    if (!info.least || info.least >= info.arity) return false;
    rank->arg_count = info.least;
  } else {
    if (plain->arg_count >= DRAW_ARGS) return false;
    bool right = info.assoc == ASSOC_RIGHT;
    if (right) memmove(rank->args + 1, plain->args, plain->arg_count * sizeof *rank->args);
    if (!right) rank->args[plain->arg_count] = plain->args[plain->arg_count - 1];
    rank->arg_count++;
  }
  Application application = {rank->indices, rank->index_count, 0, rank->args, rank->arg_count};
  rank->result = signature_apply(bank, rank->fun, &application, NULL);
  return rank->result != 0;
}
