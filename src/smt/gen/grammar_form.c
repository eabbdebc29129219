/* Alternatives of a goal that are no functions of a theory: declared functions, what comes with
 * datatypes, and quantifiers. */
#include "smt/gen/grammar_internal.h"

#include "smt/term/signature.h"
#include "smt/value/datatype.h"
#include <assert.h>

static double weight_of(const GoalMaker *maker, ConstructId construct)
{
  assert(construct < maker->grammar->constructs->items.count);
  return maker->grammar->constructs->items.items[construct].weight;
}

/* The construct of a name, if the settings have it. */
static bool find_form(const GoalMaker *maker, const char *name, ConstructId *construct)
{
  *construct = constructs_form(maker->grammar->constructs, name);
  return *construct != CONSTRUCT_NONE;
}

/* In difference logic a number can only be a symbol, wherever it stands. */
static void place_numbers(const GoalMaker *maker, const Sort *args, uint32_t count,
                          Position *positions)
{
  const Bank *bank = maker->grammar->bank;
  Arithmetic arithmetic = maker->grammar->settings->logic.arithmetic;
  bool difference = arithmetic == ARITH_DIFFERENCE || arithmetic == ARITH_OFFSET;
  for (uint32_t i = 0; i < count; i++) {
    SortClass class = sorts_class(&bank->sorts, args[i]);
    bool number = class == SORT_INT || class == SORT_REAL;
    positions[i] = difference && number ? POSITION_SYMBOL : POSITION_ANY;
  }
}

enum { FORM_ARGS = 64 };

/* One alternative with one production. */
static void add_single(GoalMaker *maker, ConstructId construct, Fun fun, Op op, const Sort *args,
                       uint32_t count, uint64_t needs, double weight)
{
  Position positions[FORM_ARGS];
  if (count > FORM_ARGS) return;
  place_numbers(maker, args, count, positions);
  Production form = {.op = op, .sort = maker->sort, .count = (uint16_t)count};
  grammar_begin(maker, construct, fun, needs);
  grammar_produce(maker, &form, NULL, args, positions);
  grammar_end(maker, weight);
}

/* --- declared and defined functions ------------------------------------------------------- */

/* A body may use everything that is declared before it. */
static uint64_t needs_of_function(const Universe *universe, Fun fun)
{
  const Script *script = &universe->declarations;
  for (size_t i = 0; i < script->commands.count && i < UNIVERSE_DECLARATIONS_MAX; i++)
    if (script->commands.items[i].kind == CMD_DEFINE_FUN && script->commands.items[i].a == fun)
      return (UINT64_C(2) << i) - 1;
  return 0;
}

static void add_free_functions(GoalMaker *maker)
{
  const Grammar *grammar = maker->grammar;
  Bank *bank = grammar->bank;
  const U32Vec *functions = &grammar->universe->functions;
  ConstructId declared, defined;
  bool has_declared = find_form(maker, "uf", &declared);
  bool has_defined = find_form(maker, "define-fun", &defined);
  for (size_t i = 0; i < functions->count; i++) {
    Fun fun = functions->items[i];
    FunInfo info = *funs_info(&bank->funs, fun);
    bool is_declared = info.origin == FUN_DECLARED;
    if (funs_result(&bank->funs, fun) != maker->sort || info.open ||
        !(is_declared ? has_declared : has_defined))
      continue;
    Sort args[FORM_ARGS];
    for (uint32_t k = 0; k < info.arity && k < FORM_ARGS; k++)
      args[k] = funs_rank(&bank->funs, fun)[k];
    ConstructId construct = is_declared ? declared : defined;
    add_single(maker, construct, fun, info.op, args, info.arity,
               needs_of_function(grammar->universe, fun), weight_of(maker, construct));
  }
}

/* --- datatypes ---------------------------------------------------------------------------- */

static const Datatype *datatype_of(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  if (sorts_class(&bank->sorts, sort) != SORT_DATATYPE) return NULL;
  uint32_t index = bank->sorts.ctors.items[sorts_node(&bank->sorts, sort)->ctor].datatype;
  return index ? &bank->datatypes.items[index] : NULL;
}

/* The sorts of the fields of a constructor in this sort. False: one is not known, or too many. */
static bool field_sorts(Bank *bank, Fun constructor, Sort sort, Sort *fields, uint32_t *count)
{
  assert(bank_has_fun(bank, constructor) && bank_has_sort(bank, sort));
  *count = funs_info(&bank->funs, constructor)->arity;
  if (*count > FORM_ARGS) return false;
  for (uint32_t i = 0; i < *count; i++) {
    fields[i] = datatype_field_sort(bank, constructor, sort, i);
    if (!fields[i]) return false;
  }
  return true;
}

static void add_constructors(GoalMaker *maker)
{
  Bank *bank = maker->grammar->bank;
  const Datatype *datatype = datatype_of(bank, maker->sort);
  ConstructId construct;
  if (!datatype || !find_form(maker, "constructor", &construct)) return;
  size_t total = datatype->constructors.count;
  for (size_t i = 0; i < total; i++) {
    Fun fun = datatype_of(bank, maker->sort)->constructors.items[i];
    Sort fields[FORM_ARGS];
    uint32_t count;
    if (!field_sorts(bank, fun, maker->sort, fields, &count)) continue;
    bool needs_as = funs_info(&bank->funs, fun)->needs_as;
    Op op = bank_apply_operator(bank, fun, NULL, 0, needs_as ? maker->sort : 0);
    if (count == 0)
      VEC_PUSH(&maker->grammar->goals.items[maker->goal].nullary,
               bank_term(bank, op, maker->sort, NULL, 0));
    else
      add_single(maker, construct, fun, op, fields, count, 0,
                 weight_of(maker, construct) / (double)total);
  }
}

/* Selectors from a datatype sort to the goal's. */
static void add_selectors(GoalMaker *maker, ConstructId construct, Sort from)
{
  assert(datatype_of(maker->grammar->bank, from));
  Bank *bank = maker->grammar->bank;
  for (size_t i = 0; i < datatype_of(bank, from)->constructors.count; i++) {
    Fun constructor = datatype_of(bank, from)->constructors.items[i];
    Sort fields[FORM_ARGS];
    uint32_t count;
    if (!field_sorts(bank, constructor, from, fields, &count)) continue;
    for (uint32_t k = 0; k < count; k++) {
      if (fields[k] != maker->sort) continue;
      Fun selector = bank_selector(bank, constructor, k);
      add_single(maker, construct, selector, funs_info(&bank->funs, selector)->op, &from, 1, 0,
                 weight_of(maker, construct));
    }
  }
}

static void add_testers(GoalMaker *maker, ConstructId construct, Sort from)
{
  assert(datatype_of(maker->grammar->bank, from));
  Bank *bank = maker->grammar->bank;
  for (size_t i = 0; i < datatype_of(bank, from)->constructors.count; i++) {
    Fun tester = bank_tester(bank, datatype_of(bank, from)->constructors.items[i]);
    add_single(maker, construct, tester, funs_info(&bank->funs, tester)->op, &from, 1, 0,
               weight_of(maker, construct) / (double)datatype_of(bank, from)->constructors.count);
  }
}

static void add_updaters(GoalMaker *maker, ConstructId construct)
{
  assert(datatype_of(maker->grammar->bank, maker->sort));
  Bank *bank = maker->grammar->bank;
  if (!maker->grammar->settings->extensions) return;
  for (size_t i = 0; i < datatype_of(bank, maker->sort)->constructors.count; i++) {
    Fun constructor = datatype_of(bank, maker->sort)->constructors.items[i];
    Sort fields[FORM_ARGS];
    uint32_t count;
    if (!field_sorts(bank, constructor, maker->sort, fields, &count)) continue;
    for (uint32_t k = 0; k < count; k++) {
      Fun updater = bank_updater(bank, bank_selector(bank, constructor, k));
      Sort args[2] = {maker->sort, fields[k]};
      add_single(maker, construct, updater, funs_info(&bank->funs, updater)->op, args, 2, 0,
                 weight_of(maker, construct));
    }
  }
}

/* A match with one case for each constructor, on a term of sort `from`. */
static void add_match(GoalMaker *maker, ConstructId construct, Sort from)
{
  assert(datatype_of(maker->grammar->bank, from));
  enum { CASES = 16 };
  Grammar *grammar = maker->grammar;
  Bank *bank = grammar->bank;
  Goal cases[CASES];
  uint32_t count = 0;
  for (size_t i = 0; i < datatype_of(bank, from)->constructors.count; i++) {
    Fun constructor = datatype_of(bank, from)->constructors.items[i];
    Sort fields[FORM_ARGS];
    uint32_t bound;
    if (count == CASES || !field_sorts(bank, constructor, from, fields, &bound)) return;
    Production form = {.op = bank_case_operator(bank, constructor),
                       .sort = maker->sort,
                       .kind = PRODUCTION_CASE,
                       .bound = (uint16_t)bound,
                       .count = 1};
    cases[count++] = grammar_forced(maker, &form, fields, maker->goal);
  }
  Production form = {.op = OP_MATCH, .sort = maker->sort, .kind = PRODUCTION_MATCH, .count = 1};
  grammar_begin(maker, construct, 0, 0);
  if (grammar_produce(maker, &form, NULL, &from, NULL)) {
    Production *last = &grammar->productions.items[grammar->productions.count - 1];
    last->count = (uint16_t)(last->count + count);
    VEC_APPEND(&grammar->pool, cases, count);
  }
  grammar_end(maker, weight_of(maker, construct));
}

static void add_datatypes(GoalMaker *maker)
{
  Bank *bank = maker->grammar->bank;
  const U32Vec *sorts = &maker->grammar->universe->sorts;
  ConstructId construct;
  add_constructors(maker);
  if (datatype_of(bank, maker->sort) && find_form(maker, "updater", &construct))
    add_updaters(maker, construct);
  for (size_t i = 0; i < sorts->count; i++) {
    if (!datatype_of(bank, sorts->items[i])) continue;
    if (find_form(maker, "selector", &construct)) add_selectors(maker, construct, sorts->items[i]);
    if (maker->sort == bank->bool_sort && find_form(maker, "tester", &construct))
      add_testers(maker, construct, sorts->items[i]);
    if (find_form(maker, "match", &construct)) add_match(maker, construct, sorts->items[i]);
  }
}

/* --- quantifiers -------------------------------------------------------------------------- */

/* A sort to quantify over; 0 if a few trials find none. */
static Sort draw_bound_sort(GoalMaker *maker)
{
  const Grammar *grammar = maker->grammar;
  const U32Vec *sorts = &grammar->universe->sorts;
  for (int trial = 0; trial < 8; trial++) {
    Sort sort = sorts->items[random_below(&maker->random, sorts->count)];
    SortClass class = sorts_class(&grammar->bank->sorts, sort);
    if (class != SORT_FUNCTION && class != SORT_REGLAN &&
        permit_sort(grammar->bank, &grammar->settings->logic, sort) == PERMIT_FULLY)
      return sort;
  }
  return 0;
}

static void add_quantifier(GoalMaker *maker, const char *name, Op op)
{
  enum { INSTANCES = 6, INSTANCES_ALL = 256, BOUND = 2 };
  ConstructId construct;
  if (!find_form(maker, name, &construct)) return;
  grammar_begin(maker, construct, 0, 0);
  int count = maker->grammar->settings->every_instance ? INSTANCES_ALL : INSTANCES;
  for (int i = 0; i < count; i++) {
    Sort bound[BOUND];
    Production form = {.op = op,
                       .sort = maker->sort,
                       .kind = PRODUCTION_BINDER,
                       .bound = (uint16_t)(1 + random_below(&maker->random, BOUND)),
                       .count = 1};
    bool good = true;
    for (uint32_t k = 0; k < form.bound; k++) good &= (bound[k] = draw_bound_sort(maker)) != 0;
    if (good) grammar_produce(maker, &form, bound, &maker->sort, NULL);
  }
  grammar_end(maker, weight_of(maker, construct));
}

void grammar_add_forms(GoalMaker *maker)
{
  const Grammar *grammar = maker->grammar;
  if (grammar->goals.items[maker->goal].permission != PERMIT_FULLY) return;
  add_free_functions(maker);
  if (grammar->settings->logic.parts & LOGIC_DATATYPES) add_datatypes(maker);
  if (maker->sort != grammar->bank->bool_sort) return;
  add_quantifier(maker, "forall", OP_FORALL);
  add_quantifier(maker, "exists", OP_EXISTS);
}
