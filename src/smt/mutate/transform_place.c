/* Transforms of one place: operators, their arguments, variables. */
#include "smt/mutate/transform_internal.h"

#include "smt/term/build.h"
#include "smt/term/signature.h"
#include <assert.h>

static const Place *place_of(const Transformation *t, uint32_t number)
{
  return &t->mutator->places.items.items[number];
}

static void copy_args(Bank *bank, Term term, U32Vec *args)
{
  args->count = 0;
  VEC_APPEND(args, bank_args(bank, term), bank_node(bank, term)->count);
}

/* The operator of a term on other arguments of the same sorts. */
static Term with_args(Bank *bank, Term term, const U32Vec *args)
{
  const TermNode node = *bank_node(bank, term);
  return bank_term(bank, node.op, node.sort, args->items, node.count);
}

/* --- operators ---------------------------------------------------------------------------- */

typedef struct {
  Term term;
  Sort *sorts; /* of its arguments */
  Application application;
} Applied;

static bool is_other_operator(Transformation *t, const Applied *applied, Fun fun)
{
  const Bank *bank = t->bank;
  const FunInfo *info = funs_info(&bank->funs, fun);
  const Application *application = &applied->application;
  uint32_t count = application->arg_count;
  if (info->origin != FUN_THEORY || info->needs_as || !transform_allows(t, fun) ||
      info->name == funs_info(&bank->funs, bank_fun(bank, applied->term))->name ||
      !signature_fits_arity(bank, fun, application->index_count, count))
    return false;
  const GenSettings *settings = t->mutator->settings;
  bool exact = gen_settings_lists(&settings->exact, fun);
  /* (and p) is p. */
  if (count < info->arity || (exact && count > info->arity) || (info->usual && count > info->usual))
    return false;
  if (settings->division == DIVISION_GUARDED && permit_needs_divisor(bank, settings, fun))
    return false;
  /* Solvers have no equality of languages. */
  if (count && sorts_class(&bank->sorts, applied->sorts[0]) == SORT_REGLAN &&
      sorts_class(&bank->sorts, funs_rank(&bank->funs, fun)[0]) == SORT_PARAMETER)
    return false;
  return signature_apply(t->bank, fun, application, NULL) == bank_sort(bank, applied->term);
}

static Term apply_other(Transformation *t, const Applied *applied)
{
  Bank *bank = t->bank;
  U32Vec *found = &t->mutator->offers, *args = &t->mutator->args;
  Fun end = (Fun)t->mutator->constructs.of_fun.count;
  found->count = 0;
  for (Fun fun = 1; fun < end; fun++)
    if (is_other_operator(t, applied, fun)) VEC_PUSH(found, fun);
  if (found->count == 0) return 0;
  Fun fun = found->items[choose(t->choice, (uint32_t)found->count)];
  const Application *application = &applied->application;
  Op op = bank_apply_operator(bank, fun, application->indices, application->index_count, 0);
  copy_args(bank, applied->term, args);
  return bank_term(bank, op, bank_sort(bank, applied->term), args->items, application->arg_count);
}

static Term change_operator(Transformation *t, uint32_t number)
{
  Bank *bank = t->bank;
  Term term = place_of(t, number)->term;
  const TermNode node = *bank_node(bank, term);
  if (node.op == OP_FORALL || node.op == OP_EXISTS) {
    copy_args(bank, term, &t->mutator->args);
    return bank_term(bank, node.op == OP_FORALL ? OP_EXISTS : OP_FORALL, node.sort,
                     t->mutator->args.items, node.count);
  }
  const OperatorInfo op = *bank_operator(bank, node.op);
  if (!transform_theory_fun(bank, term) || op.as) return 0;
  Applied applied = {.term = term, .sorts = mem_alloc(node.count + 1, sizeof(Sort))};
  Numeral *indices = mem_alloc(op.index_count + 1, sizeof *indices);
  for (uint32_t i = 0; i < node.count; i++)
    applied.sorts[i] = bank_sort(bank, bank_args(bank, term)[i]);
  for (uint32_t i = 0; i < op.index_count; i++) indices[i] = bank->index_pool.items[op.first + i];
  applied.application = (Application){indices, op.index_count, 0, applied.sorts, node.count};
  Term changed = apply_other(t, &applied);
  free(applied.sorts);
  free(indices);
  return changed;
}

bool transform_operators(Transformation *t)
{
  return transform_place(t, change_operator);
}

/* --- arguments ---------------------------------------------------------------------------- */

static bool has_one_argument_sort(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  for (uint32_t i = 1; i < node->count; i++)
    if (bank_sort(bank, bank_args(bank, term)[i]) != bank_sort(bank, bank_args(bank, term)[0]))
      return false;
  return bank_fun(bank, term) && node->count > 1;
}

static Term move_round(Transformation *t, Term term)
{
  U32Vec *args = &t->mutator->args;
  if (!has_one_argument_sort(t->bank, term)) return 0;
  copy_args(t->bank, term, args);
  uint32_t count = (uint32_t)args->count, by = 1 + choose(t->choice, count - 1);
  for (uint32_t i = 0; i < count; i++) args->items[i] = bank_args(t->bank, term)[(i + by) % count];
  return with_args(t->bank, term, args);
}

/* An argument of this sort, chosen at random; PLACE_NONE: there is none. */
static uint32_t choose_argument(Transformation *t, Term term, Sort sort, bool applied)
{
  U32Vec *found = &t->mutator->offers;
  found->count = 0;
  for (uint32_t i = 0; i < bank_node(t->bank, term)->count; i++) {
    Term argument = bank_args(t->bank, term)[i];
    bool is_applied = bank_fun(t->bank, argument) && bank_node(t->bank, argument)->count;
    if (bank_sort(t->bank, argument) == sort && (is_applied || !applied)) VEC_PUSH(found, i);
  }
  if (found->count == 0) return PLACE_NONE;
  return found->items[choose(t->choice, (uint32_t)found->count)];
}

/* f(.. g(.. y ..) ..) becomes g(.. f(.. y ..) ..), where f, g and y have one sort. */
static Term lift_child(Transformation *t, Term term)
{
  Bank *bank = t->bank;
  U32Vec *args = &t->mutator->args;
  Sort sort = bank_sort(bank, term);
  if (!bank_fun(bank, term)) return 0;
  uint32_t i = choose_argument(t, term, sort, true);
  if (i == PLACE_NONE) return 0;
  Term child = bank_args(bank, term)[i];
  uint32_t k = choose_argument(t, child, sort, false);
  if (k == PLACE_NONE) return 0;
  copy_args(bank, term, args);
  args->items[i] = bank_args(bank, child)[k];
  Term inner = with_args(bank, term, args);
  copy_args(bank, child, args);
  args->items[k] = inner;
  return with_args(bank, child, args);
}

/* A divisor that a guard has made different from 0 stays one. */
static bool has_guarded_divisor(const Transformation *t, Term term)
{
  const GenSettings *settings = t->mutator->settings;
  if (settings->division != DIVISION_GUARDED) return false;
  Fun fun = bank_fun(t->bank, term);
  bool found = fun && permit_needs_divisor(t->bank, settings, fun);
  for (uint32_t i = 0; i < bank_node(t->bank, term)->count && !found; i++) {
    fun = bank_fun(t->bank, bank_args(t->bank, term)[i]);
    found = fun && permit_needs_divisor(t->bank, settings, fun);
  }
  return found;
}

static Term rotate(Transformation *t, uint32_t number)
{
  Term term = place_of(t, number)->term;
  if (has_guarded_divisor(t, term)) return 0;
  bool lift = choose(t->choice, 2);
  Term rotated = lift ? lift_child(t, term) : move_round(t, term);
  if (rotated && rotated != term) return rotated;
  return lift ? move_round(t, term) : lift_child(t, term);
}

bool transform_rotate(Transformation *t)
{
  return transform_place(t, rotate);
}

/* All of these are associative as well, or chain in a way that does not depend on the order. */
static const char *const commutative[] = {
    "and",       "or",        "xor",    "=",      "distinct", "+",        "*",
    "bvadd",     "bvmul",     "bvand",  "bvor",   "bvxor",    "re.union", "re.inter",
    "set.union", "set.inter", "ff.add", "ff.mul", NULL};

static Term commute(Transformation *t, uint32_t number)
{
  Term term = place_of(t, number)->term;
  U32Vec *args = &t->mutator->args;
  uint32_t count = bank_node(t->bank, term)->count;
  if (count < 2 || !transform_is_one_of(t->bank, term, commutative)) return 0;
  copy_args(t->bank, term, args);
  uint32_t i = choose(t->choice, count), k = (i + 1 + choose(t->choice, count - 1)) % count;
  Term kept = args->items[i];
  args->items[i] = args->items[k];
  args->items[k] = kept;
  return with_args(t->bank, term, args);
}

bool transform_commute(Transformation *t)
{
  return transform_place(t, commute);
}

/* --- formulas and variables --------------------------------------------------------------- */

static Term negate(Transformation *t, uint32_t number)
{
  Term term = place_of(t, number)->term;
  if (bank_sort(t->bank, term) != t->bank->bool_sort) return 0;
  if (transform_is(t->bank, term, "not")) return bank_args(t->bank, term)[0];
  return transform_build(t, "not", &term, 1);
}

bool transform_negate(Transformation *t)
{
  return transform_place(t, negate);
}

static bool is_variable(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  Fun fun = bank_fun(bank, term);
  return node->op == OP_VARIABLE ||
         (fun && node->count == 0 && funs_info(&bank->funs, fun)->origin == FUN_DECLARED);
}

/* Declared constants that all assertions can use, and the variables bound around the place. */
static Term exchange(Transformation *t, uint32_t number)
{
  Mutator *mutator = t->mutator;
  const Place *place = place_of(t, number);
  U32Vec *found = &mutator->offers, *scope = &mutator->args;
  if (!is_variable(t->bank, place->term) || !place->goal) return 0;
  Sort sort = bank_sort(t->bank, place->term);
  found->count = 0;
  places_scope(&mutator->places, number, scope);
  for (size_t i = 0; i < scope->count; i++)
    if (bank_sort(t->bank, scope->items[i]) == sort && scope->items[i] != place->term)
      VEC_PUSH(found, scope->items[i]);
  const GoalInfo *info = grammar_info(&mutator->worlds[0].grammar, place->goal);
  for (size_t i = 0; i < info->constants.count; i++) {
    Term constant = info->constants.items[i];
    if (is_variable(t->bank, constant) && constant != place->term &&
        scene_declares(&mutator->scene, bank_fun(t->bank, constant)))
      VEC_PUSH(found, constant);
  }
  return found->count ? found->items[choose(t->choice, (uint32_t)found->count)] : 0;
}

bool transform_variable(Transformation *t)
{
  return transform_place(t, exchange);
}
