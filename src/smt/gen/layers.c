#include "smt/gen/layers.h"

#include <assert.h>

#include "smt/gen/grammar_internal.h"
#include "smt/term/build.h"

/* Terms of a goal. Arguments are taken at random from all of them, or from those that nothing has used
 * yet. If the latter are not used up too soon, the graph stays flat. */
typedef struct {
  bool open;
  U32Vec all;
  U32Vec unused;
  U32Vec consumers; /* productions of Bool that take such a term */
} Pool;

typedef struct {
  Grower *grower;
  Grammar *grammar;
  Bank *bank;
  Choice *choice;
  const GenSettings *settings;
  VEC(Pool) pools; /* by Goal */
  U32Vec main;     /* Goal: what main nodes are made of */
  U32Vec connectives;
  Goal boolean;
  uint64_t nodes;  /* still to be made */
  uint64_t unused; /* terms other than Bool that wait for a use */
  bool joining;    /* everything unused is used first */
  bool extends, extracts, chooses;
} Layers;

enum { BOOLEAN_PERCENT = 25, ADAPT_PERCENT = 15, NEGATE_PERCENT = 25, TREE_DEPTH = 2 };

/* --- pools -------------------------------------------------------------------------------- */

static Pool *pool_at(Layers *layers, Goal goal)
{
  while (layers->pools.count <= goal) VEC_PUSH(&layers->pools, (Pool){0});
  return &layers->pools.items[goal];
}

/* A constant that is used has to be declared. */
static Term use(const Layers *layers, Term term)
{
  Fun fun = bank_node(layers->bank, term)->count ? 0 : bank_fun(layers->bank, term);
  if (fun) grower_use(layers->grower, fun);
  return term;
}

static void add_unused(Layers *layers, Goal goal, Term term)
{
  VEC_PUSH(&pool_at(layers, goal)->unused, term);
  if (goal != layers->boolean) layers->unused++;
}

static Term take_unused(Layers *layers, Goal goal)
{
  assert(pool_at(layers, goal)->unused.count > 0);
  U32Vec *unused = &pool_at(layers, goal)->unused;
  uint32_t at = choose(layers->choice, (uint32_t)unused->count);
  Term term = unused->items[at];
  unused->items[at] = unused->items[--unused->count];
  assert(goal == layers->boolean || layers->unused > 0);
  if (goal != layers->boolean) layers->unused--;
  return use(layers, term);
}

static void add_node(Layers *layers, Goal goal, Term term)
{
  VEC_PUSH(&pool_at(layers, goal)->all, term);
  add_unused(layers, goal, term);
}

/* The inputs of a goal: some of its constants. */
static void open_pool(Layers *layers, Goal goal)
{
  if (pool_at(layers, goal)->open) return;
  pool_at(layers, goal)->open = true;
  const GoalInfo *info = grammar_info(layers->grammar, goal);
  layers->grower->needs |= info->needs;
  if (info->constants.count == 0) return;
  uint32_t count = 1 + choose(layers->choice, (uint32_t)info->constants.count);
  for (uint32_t i = 0; i < count; i++) add_node(layers, goal, info->constants.items[i]);
}

/* --- arguments ---------------------------------------------------------------------------- */

static Term pick_literal(Layers *layers, const GoalInfo *info)
{
  uint32_t literals = (uint32_t)info->literals.count, nullary = (uint32_t)info->nullary.count;
  assert(literals + nullary > 0);
  uint32_t at = choose(layers->choice, literals + nullary);
  return at < literals ? info->literals.items[at] : info->nullary.items[at - literals];
}

static Term unary(Layers *layers, const char *name, const Numeral *indices, uint32_t count,
                  Term term)
{
  layers->nodes -= layers->nodes > 0;
  return bank_build_indexed(layers->bank, name, indices, count, 0, &term, 1);
}

/* A bit-vector in another width. 0: the operators for it are left out. */
static Term fit_width(Layers *layers, Term term, Numeral width)
{
  assert(width > 0);
  Numeral from = sorts_index(&layers->bank->sorts, bank_sort(layers->bank, term), 0);
  if (from == width) return term;
  if (from < width) {
    Numeral by = width - from;
    if (!layers->extends) return 0;
    return unary(layers, choose(layers->choice, 2) ? "zero_extend" : "sign_extend", &by, 1, term);
  }
  Numeral low = choose(layers->choice, (uint32_t)(from - width) + 1);
  Numeral range[2] = {low + width - 1, low};
  return layers->extracts ? unary(layers, "extract", range, 2, term) : 0;
}

static Term bit_of_boolean(Layers *layers, Term term)
{
  Bank *bank = layers->bank;
  Numeral one = 1;
  Sort sort = sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_BITVEC], &one, NULL, 0);
  Term args[3] = {term, grammar_number(bank, sort, 1), grammar_number(bank, sort, 0)};
  layers->nodes -= layers->nodes > 0;
  return build(bank, "ite", 0, args, 3);
}

static bool is_bitvector(const Layers *layers, Goal goal)
{
  return sorts_class(&layers->bank->sorts, layers->grammar->goals.items[goal].sort) == SORT_BITVEC;
}

/* A bit-vector made of an unused one of another width, or of a Boolean. 0: there is none. */
static Term adapt(Layers *layers, Goal goal)
{
  assert(is_bitvector(layers, goal));
  Numeral width = sorts_index(&layers->bank->sorts, layers->grammar->goals.items[goal].sort, 0);
  uint32_t count = (uint32_t)layers->main.count, start = choose(layers->choice, count + 1);
  if (start == count) {
    if (pool_at(layers, layers->boolean)->unused.count == 0 || !layers->chooses) return 0;
    if (width > 1 && !layers->extends) return 0;
    return fit_width(layers, bit_of_boolean(layers, take_unused(layers, layers->boolean)), width);
  }
  for (uint32_t i = 0; i < count; i++) {
    Goal from = layers->main.items[(start + i) % count];
    if (from == goal || !is_bitvector(layers, from)) continue;
    if (pool_at(layers, from)->unused.count == 0) continue;
    Term term = take_unused(layers, from);
    Term fitted = fit_width(layers, term, width);
    if (!fitted) add_unused(layers, from, term);
    return fitted;
  }
  return 0;
}

static Term apply(Layers *layers, uint32_t number, Goal given_goal, Term given);

static Term pick(Layers *layers, Goal goal)
{
  open_pool(layers, goal);
  const GenSettings *settings = layers->settings;
  const GoalInfo *info = grammar_info(layers->grammar, goal);
  bool literals = info->literals.count || info->nullary.count;
  /* Forced goals have no leaves; what their productions take are leaves. */
  if (info->forced && (pool_at(layers, goal)->all.count == 0 || choose(layers->choice, 2)))
    return apply(layers, grower_draw(layers->grower, goal), 0, 0);
  if (info->position == POSITION_ANY && is_bitvector(layers, goal) &&
      choose_percent(layers->choice, ADAPT_PERCENT)) {
    Term adapted = adapt(layers, goal);
    if (adapted) return adapted;
  }
  if (pool_at(layers, goal)->unused.count &&
      (layers->joining || !choose_percent(layers->choice, settings->reuse_percent)))
    return take_unused(layers, goal);
  const U32Vec *all = &pool_at(layers, goal)->all;
  if (all->count == 0 ||
      (literals && choose_percent(layers->choice, settings->literal_percent / 2)))
    return pick_literal(layers, grammar_info(layers->grammar, goal));
  return use(layers, all->items[choose(layers->choice, (uint32_t)all->count)]);
}

/* --- nodes -------------------------------------------------------------------------------- */

/* (ite (= d 0) 1 d) */
static Term guard_divisor(const Layers *layers, Term divisor)
{
  Bank *bank = layers->bank;
  Sort sort = bank_sort(bank, divisor);
  Term sides[2] = {divisor, grammar_number(bank, sort, 0)};
  Term args[3] = {build(bank, "=", 0, sides, 2), grammar_number(bank, sort, 1), divisor};
  return build(bank, "ite", 0, args, 3);
}

/* What binds variables is a small tree of its own. */
static Term grow_tree(const Layers *layers, uint32_t number)
{
  Grower *grower = layers->grower;
  size_t start = grower->draft.count;
  grow_production(grower, number, TREE_DEPTH, NULL);
  Term term = draft_term(grower, start, grower->draft.count);
  grower->draft.count = start;
  return term;
}

/* The production on terms made before; `given` is one of them, for an argument of its goal. */
static Term apply(Layers *layers, uint32_t number, Goal given_goal, Term given)
{
  assert(number < layers->grammar->productions.count);
  Grammar *grammar = layers->grammar;
  const Production production = grammar->productions.items[number];
  const Alternative alternative = grammar->alternatives.items[production.alternative];
  U32Vec args = {0};
  layers->nodes -= layers->nodes > 0;
  if (production.kind != PRODUCTION_APPLY) return grow_tree(layers, number);
  layers->grower->needs |= alternative.needs;
  if (alternative.fun) grower_use(layers->grower, alternative.fun);
  for (uint32_t i = 0; i < production.count; i++) {
    Goal goal = grammar_arguments(grammar, &production)[i];
    bool is_given = given && goal == given_goal;
    Term term = is_given ? given : pick(layers, goal);
    if (is_given) given = 0;
    bool divisor = production.guarded && i + 1 == production.count;
    VEC_PUSH(&args, divisor ? guard_divisor(layers, term) : term);
  }
  Term term = bank_term(layers->bank, production.op, production.sort, args.items, production.count);
  VEC_FREE(&args);
  return term;
}

static void make_node(Layers *layers, Goal goal)
{
  if (goal != layers->boolean) open_pool(layers, goal);
  Term term = apply(layers, grower_draw(layers->grower, goal), 0, 0);
  add_node(layers, goal, term);
}

/* Every unused term will need a predicate, and every Boolean a connective. */
static uint64_t debt(Layers *layers)
{
  return 2 * layers->unused + pool_at(layers, layers->boolean)->unused.count;
}

static void make_main_layer(Layers *layers)
{
  bool has_booleans = grammar_info(layers->grammar, layers->boolean)->count > 0;
  if (!has_booleans && layers->main.count == 0) return;
  while (layers->nodes > debt(layers)) {
    bool boolean = has_booleans &&
                   (layers->main.count == 0 || choose_percent(layers->choice, BOOLEAN_PERCENT));
    uint32_t count = (uint32_t)layers->main.count;
    make_node(layers,
              boolean ? layers->boolean : layers->main.items[choose(layers->choice, count)]);
  }
}

/* --- predicates and connectives ----------------------------------------------------------- */

/* An equation, where the grammar happens to have no predicate for the goal. 0: not allowed. */
static Term equate(Layers *layers, Goal goal, Term term)
{
  const GoalInfo *info = grammar_info(layers->grammar, goal);
  SortClass class = sorts_class(&layers->bank->sorts, info->sort);
  if (info->position != POSITION_ANY && info->position != POSITION_SYMBOL) return 0;
  if (class == SORT_REGLAN || class == SORT_FUNCTION) return 0;
  if (constructs_find(layers->grammar->constructs, "=") == CONSTRUCT_NONE) return 0;
  Term sides[2] = {term, pick(layers, goal)};
  return build(layers->bank, "=", 0, sides, 2);
}

static void consume(Layers *layers, Goal goal)
{
  Term term = take_unused(layers, goal);
  const U32Vec *consumers = &pool_at(layers, goal)->consumers;
  uint32_t count = (uint32_t)consumers->count;
  Term made = count ? apply(layers, consumers->items[choose(layers->choice, count)], goal, term)
                    : equate(layers, goal, term);
  if (made) add_node(layers, layers->boolean, made);
}

/* Predicates may ask for goals that are new: their constants are terms to be used, too. */
static void make_predicates(Layers *layers)
{
  while (layers->unused)
    for (Goal goal = 1; goal < layers->pools.count; goal++)
      while (goal != layers->boolean && pool_at(layers, goal)->unused.count) consume(layers, goal);
}

static uint32_t draw_connective(Layers *layers)
{
  assert(layers->connectives.count > 0);
  for (;;) {
    uint32_t number =
        layers->connectives.items[choose(layers->choice, (uint32_t)layers->connectives.count)];
    if (layers->grammar->productions.items[number].count > 1 ||
        choose_percent(layers->choice, NEGATE_PERCENT))
      return number;
  }
}

static void make_root(Layers *layers, U32Vec *asserts)
{
  bool joins = false;
  for (size_t i = 0; i < layers->connectives.count; i++)
    joins |= layers->grammar->productions.items[layers->connectives.items[i]].count > 1;
  if (pool_at(layers, layers->boolean)->unused.count == 0) open_pool(layers, layers->boolean);
  const U32Vec *unused = &pool_at(layers, layers->boolean)->unused;
  layers->joining = true;
  while (joins && unused->count > 1) {
    add_node(layers, layers->boolean, apply(layers, draw_connective(layers), 0, 0));
    unused = &pool_at(layers, layers->boolean)->unused;
  }
  layers->joining = false;
  for (size_t i = 0; i < unused->count; i++) VEC_PUSH(asserts, use(layers, unused->items[i]));
}

/* --- setting up --------------------------------------------------------------------------- */

/* Sorts the productions of Bool by what they take. */
static void find_consumers(Layers *layers)
{
  const GoalInfo info = *grammar_info(layers->grammar, layers->boolean);
  Grammar *grammar = layers->grammar;
  for (uint32_t a = 0; a < info.count; a++) {
    const Alternative *alternative = &grammar->alternatives.items[info.first + a];
    for (uint32_t i = 0; i < alternative->count; i++) {
      uint32_t number = alternative->first + i;
      const Production *production = &grammar->productions.items[number];
      if (production->kind != PRODUCTION_APPLY) continue;
      bool connective = true;
      for (uint32_t k = 0; k < production->count; k++) {
        Goal goal = grammar_arguments(grammar, production)[k];
        connective &= goal == layers->boolean;
        if (goal != layers->boolean) VEC_PUSH(&pool_at(layers, goal)->consumers, number);
      }
      if (connective) VEC_PUSH(&layers->connectives, number);
    }
  }
}

/* In difference logic numbers are symbols, or differences of them where a predicate wants one. */
static bool is_restricted(const Layers *layers, Sort sort)
{
  SortClass class = sorts_class(&layers->bank->sorts, sort);
  Arithmetic arithmetic = layers->settings->logic.arithmetic;
  return (class == SORT_INT || class == SORT_REAL) &&
         (arithmetic == ARITH_DIFFERENCE || arithmetic == ARITH_OFFSET);
}

static void find_main_goals(Layers *layers)
{
  const U32Vec *sorts = &layers->grammar->universe->sorts;
  for (size_t i = 0; i < sorts->count; i++) {
    if (is_restricted(layers, sorts->items[i])) continue;
    Goal goal = grammar_goal(layers->grammar, sorts->items[i], POSITION_ANY);
    if (goal && goal != layers->boolean && grammar_info(layers->grammar, goal)->count)
      VEC_PUSH(&layers->main, goal);
  }
}

static bool has(const Layers *layers, const char *name)
{
  return constructs_find(layers->grammar->constructs, name) != CONSTRUCT_NONE;
}

static void layers_init(Layers *layers, Grower *grower)
{
  *layers = (Layers){.grower = grower,
                     .grammar = grower->grammar,
                     .bank = grower->grammar->bank,
                     .choice = grower->choice,
                     .settings = grower->grammar->settings};
  layers->boolean = grammar_goal(layers->grammar, layers->bank->bool_sort, POSITION_ANY);
  layers->extends = has(layers, "zero_extend") && has(layers, "sign_extend");
  layers->extracts = has(layers, "extract");
  layers->chooses = has(layers, "ite") && has(layers, "bits");
  find_consumers(layers);
  find_main_goals(layers);
}

static void clear_pools(Layers *layers)
{
  for (size_t i = 0; i < layers->pools.count; i++) {
    Pool *pool = &layers->pools.items[i];
    pool->open = false;
    pool->all.count = pool->unused.count = 0;
  }
  layers->unused = 0;
}

static void layers_deinit(Layers *layers)
{
  for (size_t i = 0; i < layers->pools.count; i++) {
    VEC_FREE(&layers->pools.items[i].all);
    VEC_FREE(&layers->pools.items[i].unused);
    VEC_FREE(&layers->pools.items[i].consumers);
  }
  VEC_FREE(&layers->pools);
  VEC_FREE(&layers->main);
  VEC_FREE(&layers->connectives);
}

void grow_layers(Grower *grower, uint32_t count, U32Vec *asserts)
{
  Layers layers;
  layers_init(&layers, grower);
  for (uint32_t i = 0; i < count; i++) {
    clear_pools(&layers);
    layers.nodes = layers.settings->nodes / count + (i < layers.settings->nodes % count);
    make_main_layer(&layers);
    make_predicates(&layers);
    make_root(&layers, asserts);
  }
  layers_deinit(&layers);
}
