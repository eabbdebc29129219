#include "smt/known/refute_scheme.h"

#include <assert.h>

#include "smt/term/build.h"
#include "smt/term/replace.h"
#include "smt/term/traverse.h"

/* --- what the schemes share --------------------------------------------------------------- */

static Choice *choice_of(const Refuter *refuter)
{
  return &refuter->generator->choice;
}

static bool is_difference(const Refuter *refuter)
{
  Arithmetic arithmetic = refuter->generator->settings->logic.arithmetic;
  return arithmetic == ARITH_DIFFERENCE || arithmetic == ARITH_OFFSET;
}

Term refute_grow(Refuter *refuter, Sort sort, uint32_t depth)
{
  Grower *grower = &refuter->generator->grower;
  SortClass class = sorts_class(&refuter->generator->bank->sorts, sort);
  bool number = class == SORT_INT || class == SORT_REAL;
  Goal goal = grammar_goal(grower->grammar, sort,
                           number && is_difference(refuter) ? POSITION_SYMBOL : POSITION_ANY);
  if (!goal) return 0;
  grower->draft.count = 0;
  grower_grow(grower, goal, depth);
  return draft_term(grower, 0, grower->draft.count);
}

Term refute_apply(const Refuter *refuter, const char *name, const Term *args, uint32_t count)
{
  const Generator *generator = refuter->generator;
  Term term = build(generator->bank, name, 0, args, count);
  if (!term) return 0;
  ConstructId construct = constructs_of_term(&generator->constructs, generator->bank, term);
  return construct == CONSTRUCT_NONE ? 0 : term;
}

bool refute_add(Refuter *refuter, Term term, bool negated)
{
  if (term && negated) term = refute_apply(refuter, "not", &term, 1);
  if (!term) return false;
  VEC_PUSH(&refuter->core, rewriter_apply(&refuter->rewriter, term, refuter->percent));
  return true;
}

static bool is_comparable(SortClass class)
{
  return class != SORT_REGLAN && class != SORT_FUNCTION;
}

Sort refute_sort(Refuter *refuter, SortClass class)
{
  const Generator *generator = refuter->generator;
  const U32Vec *sorts = &generator->grower.grammar->universe->sorts;
  uint32_t start = choose(choice_of(refuter), (uint32_t)sorts->count);
  for (size_t i = 0; i < sorts->count; i++) {
    Sort sort = sorts->items[(start + i) % sorts->count];
    SortClass found = sorts_class(&generator->bank->sorts, sort);
    if (class == SORT_OTHER ? is_comparable(found) : found == class) return sort;
  }
  return 0;
}

static Term grow_formula(Refuter *refuter)
{
  const Generator *generator = refuter->generator;
  return refute_grow(refuter, generator->bank->bool_sort, generator->settings->depth);
}

static uint32_t argument_depth(const Refuter *refuter)
{
  uint32_t depth = refuter->generator->settings->depth;
  return depth < 2 ? 0 : depth < 4 ? 1 : 2;
}

/* --- schemes ------------------------------------------------------------------------------ */

/* t and not t', where t' is equivalent to t: no model makes both true. */
bool refute_by_negation(Refuter *refuter)
{
  Term term = grow_formula(refuter);
  return refute_add(refuter, term, false) && refute_add(refuter, term, true);
}

/* All clauses over two formulas, one for each combination of signs: an assignment of truth values makes
 * the clause of the opposite signs false. Or shorter: (or p q), not p, not q. */
static bool add_cut(Refuter *refuter)
{
  Term both[2] = {grow_formula(refuter), grow_formula(refuter)};
  Term negations[2] = {refute_apply(refuter, "not", &both[0], 1),
                       refute_apply(refuter, "not", &both[1], 1)};
  if (!negations[0] || !negations[1]) return false;
  if (choose(choice_of(refuter), 2))
    return refute_add(refuter, refute_apply(refuter, "or", both, 2), false) &&
           refute_add(refuter, both[0], true) && refute_add(refuter, both[1], true);
  for (uint32_t signs = 0; signs < 4; signs++) {
    Term clause[2] = {signs & 1 ? both[0] : negations[0], signs & 2 ? both[1] : negations[1]};
    if (!refute_add(refuter, refute_apply(refuter, "or", clause, 2), false)) return false;
  }
  return true;
}

/* t1 = t2, t2 = t3 ..., t1 /= tn: equality is transitive. */
static bool add_equalities(Refuter *refuter)
{
  enum { LONGEST = 4 };
  Sort sort = refute_sort(refuter, SORT_OTHER);
  uint32_t count = 2 + choose(choice_of(refuter), LONGEST - 1);
  Term first = sort ? refute_grow(refuter, sort, argument_depth(refuter)) : 0, last = first;
  for (uint32_t i = 1; i < count && last; i++) {
    Term sides[2] = {last, refute_grow(refuter, sort, argument_depth(refuter))};
    last = sides[1];
    if (!last || !refute_add(refuter, refute_apply(refuter, "=", sides, 2), false)) return false;
  }
  Term ends[2] = {first, last};
  return last && refute_add(refuter, refute_apply(refuter, "=", ends, 2), true);
}

/* Strict orders with the orders that also hold for equal arguments. Those of floating-point numbers
 * are false for NaN, so that all arguments are numbers if all comparisons are true. */
static const struct {
  SortClass class;
  const char *strict, *weak;
} orders[] = {
    {SORT_INT, "<", "<="},           {SORT_REAL, "<", "<="},
    {SORT_BITVEC, "bvult", "bvule"}, {SORT_BITVEC, "bvslt", "bvsle"},
    {SORT_FLOAT, "fp.lt", "fp.leq"}, {SORT_STRING, "str.<", "str.<="},
};

/* t1 < t2 <= t3 ... < t1, at least one of them strict: by transitivity t1 < t1. */
static bool add_cycle(Refuter *refuter)
{
  enum { LONGEST = 4 };
  const uint32_t order_count = sizeof orders / sizeof *orders;
  uint32_t at = choose(choice_of(refuter), order_count);
  Sort sort = 0;
  for (uint32_t i = 0; i < order_count && !sort; i++) {
    at = (at + 1) % order_count;
    sort = refute_sort(refuter, orders[at].class);
  }
  if (!sort) return false;
  Term terms[LONGEST];
  uint32_t count = 2 + choose(choice_of(refuter), LONGEST - 1);
  uint32_t strict = choose(choice_of(refuter), count);
  for (uint32_t i = 0; i < count; i++) {
    terms[i] = refute_grow(refuter, sort, argument_depth(refuter));
    if (!terms[i]) return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    bool is_strict = i == strict || choose(choice_of(refuter), 2);
    Term sides[2] = {terms[i], terms[(i + 1) % count]};
    Term link = refute_apply(refuter, is_strict ? orders[at].strict : orders[at].weak, sides, 2);
    if (!refute_add(refuter, link, false)) return false;
  }
  return true;
}

/* A closed subterm that depends on the script's symbols. */
static Term draw_subterm(Refuter *refuter, Term root)
{
  const Bank *bank = refuter->generator->bank;
  U32Vec found = {0};
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, root);
  for (Term term; (term = walk_next(&walk));) {
    Fun fun = bank_fun(bank, term);
    SortClass class = sorts_class(&bank->sorts, bank_sort(bank, term));
    bool constant = fun && funs_info(&bank->funs, fun)->origin == FUN_DECLARED;
    if (constant && term != root && !bank_open(bank, term) && is_comparable(class))
      VEC_PUSH(&found, term);
  }
  walk_deinit(&walk);
  Term drawn = found.count ? found.items[choose(choice_of(refuter), (uint32_t)found.count)] : 0;
  VEC_FREE(&found);
  return drawn;
}

/* s = k, t, not t[k for s]: equal terms can be exchanged (congruence; s is closed, so nothing is
 * captured). */
static bool add_congruence(Refuter *refuter)
{
  Bank *bank = refuter->generator->bank;
  Term formula = grow_formula(refuter);
  Term sides[2] = {draw_subterm(refuter, formula)};
  if (!sides[0]) return false;
  sides[1] = refute_grow(refuter, bank_sort(bank, sides[0]), 1);
  if (!sides[1] || sides[1] == sides[0]) return false;
  Term exchanged = replace_term(bank, formula, sides[0], sides[1]);
  return refute_add(refuter, refute_apply(refuter, "=", sides, 2), false) &&
         refute_add(refuter, formula, false) && refute_add(refuter, exchanged, true);
}

/* The number of values of a sort that has few; 0 for others. */
static uint32_t few_values(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  const SortNode *node = sorts_node(&bank->sorts, sort);
  switch ((SortClass)node->class) {
  case SORT_BOOL: return 2;
  case SORT_ROUNDING: return 5;
  case SORT_BITVEC: {
    Numeral width = sorts_index(&bank->sorts, sort, 0);
    return width <= 3 ? UINT32_C(1) << width : 0;
  }
  case SORT_DATATYPE: {
    const Datatype *datatype = &bank->datatypes.items[bank->sorts.ctors.items[node->ctor].datatype];
    for (size_t i = 0; i < datatype->constructors.count; i++)
      if (funs_info(&bank->funs, datatype->constructors.items[i])->arity) return 0;
    return datatype->constructors.count <= 8 ? (uint32_t)datatype->constructors.count : 0;
  }
  default: return 0;
  }
}

/* n + 1 terms of a sort of n values are not all distinct: the pigeonhole principle. */
static bool add_pigeons(Refuter *refuter)
{
  enum { PIGEONS_MAX = 9, TRIALS = 8 };
  const Bank *bank = refuter->generator->bank;
  Term pigeons[PIGEONS_MAX];
  Sort sort = 0;
  uint32_t holes = 0;
  for (int trial = 0; trial < TRIALS && holes == 0; trial++) {
    sort = refute_sort(refuter, SORT_OTHER);
    holes = sort ? few_values(bank, sort) : 0;
  }
  if (holes == 0) return false;
  for (uint32_t i = 0; i <= holes; i++) {
    pigeons[i] = refute_grow(refuter, sort, i % 2 ? 0 : argument_depth(refuter));
    if (!pigeons[i]) return false;
  }
  return refute_add(refuter, refute_apply(refuter, "distinct", pigeons, holes + 1), false);
}

const NamedScheme refute_schemes[] = {
    {"negation", refute_by_negation}, {"cut", add_cut},
    {"equalities", add_equalities},   {"cycle", add_cycle},
    {"congruence", add_congruence},   {"pigeons", add_pigeons},
    {"facts", refute_by_facts},       {"table", refute_by_table},
    {"datatype", refute_by_datatype},
};
const uint32_t refute_scheme_count = sizeof refute_schemes / sizeof *refute_schemes;
