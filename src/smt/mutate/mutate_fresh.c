/* A new assertion that is sure to have a construct. */
#include "smt/draw/draw_rank.h"

#include "smt/gen/define.h"
#include "smt/mutate/mutate_internal.h"
#include "smt/term/build.h"
#include <assert.h>

enum { GOALS_MAX = 512, STREAM_SECOND_WORLD = 3, STREAM_SORTS = 5 };

/* --- the way to a construct --------------------------------------------------------------- */

/* How a goal was reached first. */
typedef struct {
  Goal goal;
  uint32_t from; /* in Search.items */
  uint32_t production, argument;
} Reached;

typedef struct {
  Mutator *mutator;
  uint32_t world;
  VEC(Reached) items;
  Index index; /* by goal: ids are positions in items, plus 1 */
} Search;

static void reach(Search *search, Reached reached)
{
  uint32_t hash = hash_finish(hash_mix(0, reached.goal));
  IndexProbe probe = index_probe(&search->index, hash);
  for (uint32_t id; index_next(&probe, &id);)
    if (search->items.items[id - 1].goal == reached.goal) return;
  VEC_PUSH(&search->items, reached);
  index_insert(&search->index, hash, (uint32_t)search->items.count);
}

/* The goals of the arguments; what binds variables is left aside. */
static void reach_below(Search *search, uint32_t from)
{
  Grammar *grammar = &search->mutator->worlds[search->world].grammar;
  const GoalInfo *info = grammar_info(grammar, search->items.items[from].goal);
  uint32_t end = info->first + info->count;
  for (uint32_t i = info->first; i < end; i++) {
    const Alternative *alternative = grammar_alternative(grammar, i);
    for (uint32_t k = alternative->first; k < alternative->first + alternative->count; k++) {
      const Production *production = &grammar->productions.items[k];
      const Goal *goals = grammar_arguments(grammar, production);
      if (production->kind != PRODUCTION_APPLY) continue;
      for (uint32_t n = 0; n < production->count; n++)
        reach(search, (Reached){goals[n], from, k, n});
    }
  }
}

static void keep_route(Search *search, uint32_t found, Route *route)
{
  Mutator *mutator = search->mutator;
  const Reached *items = search->items.items;
  route->first = (uint32_t)mutator->steps.count;
  for (uint32_t at = found; at; at = items[at].from) {
    VEC_PUSH(&mutator->steps, items[at].production);
    VEC_PUSH(&mutator->steps, items[at].argument);
    route->count++;
  }
}

static uint32_t depth_of_route(const Route *route)
{
  return route->count + route->equal + !route->leaf;
}

static bool is_short_enough(const Mutator *mutator, const Route *route)
{
  return route->goal && depth_of_route(route) <= mutator->settings->depth;
}

/* The shortest way down from an assertion, of which a constant or literal is never the whole. The goal of the assertion is not in
 * the index: as that of an argument it is another one. */
static bool search_down(Mutator *mutator, Route *route)
{
  Search search = {.mutator = mutator, .world = route->world};
  Grammar *grammar = &mutator->worlds[route->world].grammar;
  Goal root = grammar_goal(grammar, mutator->bank->bool_sort, POSITION_ANY);
  VEC_PUSH(&search.items, ((Reached){.goal = root}));
  for (uint32_t i = 0; i < search.items.count && i < GOALS_MAX && !route->goal; i++) {
    Goal goal = search.items.items[i].goal;
    const Menu *menu = mutate_menu(mutator, route->world, goal, route->construct);
    uint32_t all = menu->first[PLACE_CLASS_COUNT] - menu->first[0];
    bool leaf = menu_count(menu, PLACE_LEAF) == all;
    if (all == 0 || (leaf && i == 0)) {
      reach_below(&search, i);
      continue;
    }
    route->goal = goal;
    route->leaf = leaf;
    keep_route(&search, i, route);
  }
  VEC_FREE(&search.items);
  index_free(&search.index);
  return is_short_enough(mutator, route);
}

/* cvc5 1.0.3 takes no significand of two bits; see universe.c. */
static bool is_tiny_float(const Bank *bank, Sort sort)
{
  return sorts_class(&bank->sorts, sort) == SORT_FLOAT && sorts_index(&bank->sorts, sort, 1) <= 2;
}

/* Is a width or format among those given, if any are? */
static bool is_given_size(const GenSettings *settings, const Bank *bank, Sort sort)
{
  SortClass class = sorts_class(&bank->sorts, sort);
  if (class == SORT_BITVEC && settings->widths.count)
    return gen_settings_has_width(settings, sorts_index(&bank->sorts, sort, 0));
  if (class != SORT_FLOAT || !settings->formats.count) return true;
  for (size_t i = 0; i < settings->formats.count; i++)
    if (sorts_index(&bank->sorts, sort, 0) == settings->formats.items[i].exponent &&
        sorts_index(&bank->sorts, sort, 1) == settings->formats.items[i].significand)
      return true;
  return false;
}

/* The same for all that a drawn sort, which is never deep, is made of. */
static bool has_given_sizes(const Mutator *mutator, Sort sort)
{
  const SortTable *sorts = &mutator->bank->sorts;
  bool good = is_given_size(mutator->settings, mutator->bank, sort);
  for (uint32_t i = 0; i < sorts_node(sorts, sort)->arg_count && good; i++)
    good = has_given_sizes(mutator, sorts_arg(sorts, sort, i));
  return good;
}

/* Is an instance within the logic and the sizes given? Sorts that a script declares are not drawn. */
static bool is_permitted(const Mutator *mutator, const DrawnRank *rank)
{
  const Bank *bank = mutator->bank;
  const Logic *logic = &mutator->settings->logic;
  SortClass class = sorts_class(&bank->sorts, rank->result);
  bool wide = class == SORT_BITVEC &&
              sorts_index(&bank->sorts, rank->result, 0) > mutator->settings->max_width;
  bool good = permit_sort(bank, logic, rank->result) >= PERMIT_VALUES && !wide &&
              !is_tiny_float(bank, rank->result) && has_given_sizes(mutator, rank->result);
  for (uint32_t i = 0; i < rank->arg_count && good; i++)
    good = permit_sort(bank, logic, rank->args[i]) != PERMIT_NOT &&
           !is_tiny_float(bank, rank->args[i]);
  return good;
}

/* Is the construct there at a sort? */
static bool search_sort(Mutator *mutator, Route *route, Sort sort)
{
  Grammar *grammar = &mutator->worlds[route->world].grammar;
  bool regex = sorts_class(&mutator->bank->sorts, sort) == SORT_REGLAN;
  Goal goal = regex ? 0 : grammar_goal(grammar, sort, POSITION_ANY);
  if (!goal) return false;
  const Menu *menu = mutate_menu(mutator, route->world, goal, route->construct);
  uint32_t all = menu->first[PLACE_CLASS_COUNT] - menu->first[0];
  Route found = {.construct = route->construct,
                 .world = route->world,
                 .goal = goal,
                 .leaf = menu_count(menu, PLACE_LEAF) == all,
                 .equal = true};
  if (all == 0 || !is_short_enough(mutator, &found)) return false;
  *route = found;
  return true;
}

/* At the sorts of the universe, and at others that the construct may give. */
static bool search_sorts(Mutator *mutator, Route *route)
{
  enum { TRIALS = 32 };
  const Universe *universe = &mutator->worlds[route->world].universe;
  const Construct *construct = &mutator->constructs.items.items[route->construct];
  Random random = random_stream(mutator->settings->seed, STREAM_SORTS, route->construct);
  Arithmetic arithmetic = mutator->settings->logic.arithmetic;
  if (arithmetic == ARITH_DIFFERENCE || arithmetic == ARITH_OFFSET ||
      constructs_find(&mutator->constructs, "=") == CONSTRUCT_NONE)
    return false;
  for (size_t i = 0; i < universe->sorts.count; i++)
    if (search_sort(mutator, route, universe->sorts.items[i])) return true;
  for (uint32_t i = 0; construct->count && i < TRIALS; i++) {
    Fun fun = mutator->constructs.funs.items[construct->first + i % construct->count];
    DrawnRank rank;
    if (draw_rank(mutator->bank, &random, fun, &rank) && is_permitted(mutator, &rank) &&
        search_sort(mutator, route, rank.result))
      return true;
  }
  return false;
}

/* Everything that the logic has, beside what the script has. */
static void make_second_world(Mutator *mutator)
{
  World *world = &mutator->worlds[1];
  if (world->made) return;
  const GenSettings *settings = mutator->settings;
  Random random = random_stream(settings->seed, STREAM_SECOND_WORLD, 0);
  scene_universe(&mutator->scene, settings, &world->universe);
  universe_extend(&world->universe, mutator->bank, settings, &random);
  grammar_init(&world->grammar, mutator->bank, settings, &mutator->constructs, &world->universe,
               settings->seed, true);
  draft_define_functions(&world->universe, &world->grammar, &random);
  world->made = true;
}

/* Is it there as an assertion? */
static bool search_root(Mutator *mutator, Route *route)
{
  Goal root =
      grammar_goal(&mutator->worlds[route->world].grammar, mutator->bank->bool_sort, POSITION_ANY);
  const Menu *menu = mutate_menu(mutator, route->world, root, route->construct);
  uint32_t all = menu->first[PLACE_CLASS_COUNT] - menu->first[0];
  if (menu_count(menu, PLACE_LEAF) == all) return false;
  route->goal = root;
  return is_short_enough(mutator, route);
}

/* Does the function take an argument of just this sort? */
static bool takes_sort(const Bank *bank, Fun fun, Sort sort)
{
  assert(bank_has_fun(bank, fun) && bank_has_sort(bank, sort));
  const Sort *rank = funs_rank(&bank->funs, fun);
  uint32_t arity = fun ? funs_info(&bank->funs, fun)->arity : 0;
  for (uint32_t i = 0; i < arity; i++)
    if (rank[i] == sort) return true;
  return false;
}

/* The argument of the alternative's first production that has the goal. */
static bool find_argument(Grammar *grammar, uint32_t alternative, Goal goal, uint32_t step[2])
{
  if (grammar_alternative(grammar, alternative)->count == 0) return false;
  step[0] = grammar->alternatives.items[alternative].first;
  const Production *production = &grammar->productions.items[step[0]];
  for (step[1] = 0; step[1] < production->count; step[1]++)
    if (grammar_arguments(grammar, production)[step[1]] == goal) return true;
  return false;
}

/* Is it there at a sort that some predicate takes? Regular expressions have no equality. */
static bool search_predicates(Mutator *mutator, Route *route, Sort sort)
{
  Grammar *grammar = &mutator->worlds[route->world].grammar;
  Goal root = grammar_goal(grammar, mutator->bank->bool_sort, POSITION_ANY);
  Goal goal = grammar_goal(grammar, sort, POSITION_ANY);
  if (!goal) return false;
  const Menu menu = *mutate_menu(mutator, route->world, goal, route->construct);
  uint32_t all = menu.first[PLACE_CLASS_COUNT] - menu.first[0];
  uint32_t first = grammar_info(grammar, root)->first, count = grammar_info(grammar, root)->count;
  uint32_t step[2];
  for (uint32_t i = first; all && i < first + count; i++) {
    if (!takes_sort(mutator->bank, grammar->alternatives.items[i].fun, sort) ||
        !find_argument(grammar, i, goal, step))
      continue;
    Route found = {.construct = route->construct,
                   .world = route->world,
                   .goal = goal,
                   .leaf = menu_count(&menu, PLACE_LEAF) == all,
                   .first = (uint32_t)mutator->steps.count,
                   .count = 1};
    VEC_APPEND(&mutator->steps, step, 2);
    *route = found;
    return is_short_enough(mutator, route);
  }
  return false;
}

/* One operator below an assertion at most. */
static bool search_near(Mutator *mutator, Route *route)
{
  const Construct *construct = &mutator->constructs.items.items[route->construct];
  if (search_root(mutator, route)) return true;
  if (route->goal) return false;
  if (search_sorts(mutator, route)) return true;
  for (uint32_t i = 0; i < construct->count && !route->goal; i++) {
    Fun fun = mutator->constructs.funs.items[construct->first + i];
    Sort result = funs_result(&mutator->bank->funs, fun);
    if (!sorts_node(&mutator->bank->sorts, result)->open &&
        search_predicates(mutator, route, result))
      return true;
  }
  return false;
}

/* What is near is looked for first, also in the second world: to search further, all that is above the construct
 * has to be made. */
static Route find_route(Mutator *mutator, ConstructId construct)
{
  for (size_t i = 0; i < mutator->routes.count; i++)
    if (mutator->routes.items[i].construct == construct) return mutator->routes.items[i];
  Route routes[2] = {{.construct = construct}, {.construct = construct, .world = 1}};
  uint32_t found = 0;
  bool good = search_near(mutator, &routes[0]);
  if (!good) {
    make_second_world(mutator);
    good = search_near(mutator, &routes[1]);
    found = good;
  }
  for (uint32_t i = 0; i < 2 && !good; i++) {
    good = !routes[i].goal && search_down(mutator, &routes[i]);
    if (good) found = i;
  }
  if (!good && !routes[0].goal) found = 1;
  VEC_PUSH(&mutator->routes, routes[found]);
  return routes[found];
}

/* --- the assertion ------------------------------------------------------------------------ */

static Term grow_term(Mutator *mutator, uint32_t production, uint32_t depth)
{
  Grower *grower = &mutator->grower;
  size_t from = grower->draft.count;
  grow_production(grower, production, depth, mutator->kept.count ? mutator->kept.items : NULL);
  return draft_term(grower, from, grower->draft.count);
}

static Term equate(Mutator *mutator, Goal goal, Term term)
{
  Grower *grower = &mutator->grower;
  size_t from = grower->draft.count;
  grower_grow(grower, goal, mutator->settings->depth - 1);
  Term sides[2] = {term, draft_term(grower, from, grower->draft.count)};
  return build(mutator->bank, "=", 0, sides, 2);
}

/* The construct first, then what is around it, outwards. */
static Term grow_around(Mutator *mutator, const Route *route)
{
  const Menu *menu = mutate_menu(mutator, route->world, route->goal, route->construct);
  const Grammar *grammar = &mutator->worlds[route->world].grammar;
  uint32_t depth = mutator->settings->depth - route->count - route->equal;
  uint32_t first = menu->first[0];
  uint32_t all = menu->first[PLACE_CLASS_COUNT] - first;
  uint32_t offer = mutator->menu_items.items[first + choose(mutator->choice, all)];
  mutator->kept.count = 0;
  Term term = offer & DRAFT_LEAF ? offer & ~DRAFT_LEAF : grow_term(mutator, offer, depth);
  for (uint32_t i = 0; i < route->count; i++) {
    const uint32_t *step = &mutator->steps.items[route->first + 2 * i];
    mutator->kept.count = 0;
    for (uint32_t k = 0; k < grammar->productions.items[step[0]].count; k++)
      VEC_PUSH(&mutator->kept, k == step[1] ? term : 0);
    term = grow_term(mutator, step[0], mutator->settings->depth - (route->count - 1 - i));
  }
  return route->equal ? equate(mutator, route->goal, term) : term;
}

/* An assertion that can go, without the construct. */
static bool choose_assertion(Mutator *mutator, ConstructId construct, uint32_t *root)
{
  Places *places = &mutator->places;
  uint32_t count = places_assert_count(places);
  uint32_t start = count ? choose(mutator->choice, count) : 0;
  for (uint32_t i = 0; i < count; i++) {
    *root = places->ranges.items[(start + i) % count].root;
    if (places->items.items[*root].goal && places_count_within(places, *root, construct) == 0)
      return true;
  }
  return false;
}

bool mutate_fresh(Mutator *mutator, ConstructId construct)
{
  Route route = find_route(mutator, construct);
  uint32_t root;
  if (!is_short_enough(mutator, &route)) return false;
  bool replaces = choose_assertion(mutator, construct, &root);
  grower_restart(&mutator->grower, &mutator->worlds[route.world].grammar);
  mutator->grower.first_name = mutator->scene.first_name;
  Term term = grow_around(mutator, &route);
  mutator->used_world = route.world;
  mutator->changed = SIZE_MAX;
  mutator->after = term;
  if (replaces) mutate_rebuild(mutator, root, term);
  return true;
}

Status mutate_fresh_error(Mutator *mutator, ConstructId construct, Error *error)
{
  const char *name = mutator->constructs.items.items[construct].name;
  Route route = find_route(mutator, construct);
  if (!route.goal)
    return error_set(error, STATUS_SORT, "there is no place for '%s' in this script", name);
  return error_set(error, STATUS_USAGE, "'%s' needs a depth of %u at least", name,
                   depth_of_route(&route));
}
