/* A construct in the place of another. */
#include "smt/mutate/mutate_internal.h"

/* --- arguments that are kept -------------------------------------------------------------- */

/* More arguments of a term are not looked at. */
enum { CHILDREN_MAX = 1 << 16 };

static bool fits(const Grammar *grammar, Goal goal, Term term)
{
  const GoalInfo *info = &grammar->goals.items[goal];
  if (info->sort != bank_sort(grammar->bank, term)) return false;
  bool is_case = info->forced && info->position == POSITION_ANY;
  return !is_case && position_holds(grammar->bank, info->position, term);
}

/* The arguments of a term that mean something without it. */
static void collect_children(Mutator *mutator, Term term)
{
  const Bank *bank = mutator->bank;
  const TermNode *node = bank_node(bank, term);
  uint32_t bound = bank_bound_count(bank, term);
  uint32_t end = node->op == OP_MATCH ? 1 : node->count;
  mutator->args.count = 0;
  for (uint32_t i = bound; i < end && i < bound + CHILDREN_MAX; i++) {
    Term child = bank_args(bank, term)[i];
    bool kept = bank_operator(bank, node->op)->kind != OPERATOR_ANNOTATION &&
                !(bound && bank_open(bank, child));
    VEC_PUSH(&mutator->args, kept ? child : 0);
  }
}

/* Gives each argument of the production the first child that fits, each child once. The children
 * that are left stay in mutator->args. */
static uint32_t keep_children(Mutator *mutator, const Production *production, U32Vec *kept)
{
  const Grammar *grammar = &mutator->worlds[0].grammar;
  const Goal *goals = grammar_arguments(grammar, production);
  U32Vec *children = &mutator->args;
  uint32_t count = 0;
  size_t begin = 0;
  kept->count = 0;
  for (uint32_t i = 0; i < production->count; i++) {
    while (begin < children->count && !children->items[begin]) begin++;
    Term found = 0;
    for (size_t k = begin; k < children->count && !found; k++) {
      Term child = children->items[k];
      if (!child || !fits(grammar, goals[i], child)) continue;
      found = child;
      children->items[k] = 0;
    }
    VEC_PUSH(kept, found);
    count += found != 0;
  }
  return count;
}

/* How many children a production keeps. */
static uint32_t count_kept(Mutator *mutator, Term term, uint32_t production)
{
  const Grammar *grammar = &mutator->worlds[0].grammar;
  collect_children(mutator, term);
  return keep_children(mutator, &grammar->productions.items[production], &mutator->kept);
}

/* --- what is offered ---------------------------------------------------------------------- */

static bool offers_class(const Menu *menu, const PlaceGroup *group, MutateWay way, uint32_t class)
{
  if (menu_count(menu, class) == 0) return false;
  if (way != WAY_OTHER_CLASS) return class == group->class && (class == PLACE_LEAF || group->room);
  return class != group->class && (class == PLACE_LEAF || group->room);
}

static bool offers(const Menu *menu, const PlaceGroup *group, MutateWay way)
{
  for (uint32_t class = 0; class < PLACE_CLASS_COUNT; class ++)
    if (offers_class(menu, group, way, class)) return true;
  return false;
}

/* What keeps most of the children, into mutator->offers. */
static void collect_offers(Mutator *mutator, const Menu *menu, const PlaceGroup *group,
                           MutateWay way, Term term)
{
  uint32_t most = 0;
  mutator->offers.count = 0;
  for (uint32_t class = 0; class < PLACE_CLASS_COUNT; class ++) {
    if (!offers_class(menu, group, way, class)) continue;
    for (uint32_t i = menu->first[class]; i < menu->first[class + 1]; i++) {
      uint32_t offer = mutator->menu_items.items[i];
      uint32_t count = offer & DRAFT_LEAF ? 0 : count_kept(mutator, term, offer);
      if (count > most) mutator->offers.count = 0;
      if (count < most) continue;
      most = count;
      VEC_PUSH(&mutator->offers, offer);
    }
  }
}

/* --- one place ---------------------------------------------------------------------------- */

/* How many occurrences of the construct get lost, those in the children that are kept aside. */
static uint32_t count_lost(Mutator *mutator, uint32_t number, ConstructId construct)
{
  Places *places = &mutator->places;
  const Bank *bank = mutator->bank;
  const Place *place = &places->items.items[number];
  uint32_t lost = places_count_within(places, number, construct);
  uint32_t bound = bank_bound_count(bank, place->term);
  for (uint32_t at = number + 1; lost && at < place->end; at = places->items.items[at].end) {
    uint32_t child = places->items.items[at].argument - bound;
    bool left = child >= mutator->args.count || mutator->args.items[child];
    bool closed = bound && bank_open(bank, places->items.items[at].term);
    if (!left && !closed) lost -= places_count_within(places, at, construct);
  }
  return lost;
}

/* Does the function take any number of arguments, all alike? */
static bool takes_any_number(const Mutator *mutator, const Production *production, Fun fun)
{
  const Grammar *grammar = &mutator->worlds[0].grammar;
  const Goal *goals = grammar_arguments(grammar, production);
  if (!fun || funs_info(&mutator->bank->funs, fun)->assoc == ASSOC_NONE || production->guarded)
    return false;
  for (uint32_t i = 1; i < production->count; i++)
    if (goals[i] != goals[0]) return false;
  return true;
}

/* Such a function is applied to all children that fit, if there are enough of them; else 0. */
static Term apply_to_children(Mutator *mutator, const Production *production)
{
  const Grammar *grammar = &mutator->worlds[0].grammar;
  Bank *bank = mutator->bank;
  Fun fun = grammar->alternatives.items[production->alternative].fun;
  if (!takes_any_number(mutator, production, fun)) return 0;
  uint32_t arity = funs_info(&bank->funs, fun)->arity;
  size_t most = gen_settings_lists(&mutator->settings->exact, fun) ? arity : SIZE_MAX;
  Goal goal = grammar_arguments(grammar, production)[0];
  U32Vec *kept = &mutator->kept;
  kept->count = 0;
  for (size_t i = 0; i < mutator->args.count && kept->count < most; i++) {
    Term child = mutator->args.items[i];
    if (!child || !fits(grammar, goal, child)) continue;
    VEC_PUSH(kept, child);
    mutator->args.items[i] = 0;
  }
  if (kept->count < arity) return 0;
  return bank_term(bank, production->op, production->sort, kept->items, (uint32_t)kept->count);
}

/* The term that a production makes of what is in the place; 0 if occurrences would get lost. */
static Term apply_production(Mutator *mutator, uint32_t number, uint32_t production,
                             ConstructId construct, uint32_t most_lost)
{
  const Place place = mutator->places.items.items[number];
  Grower *grower = &mutator->grower;
  const Production form = mutator->worlds[0].grammar.productions.items[production];
  collect_children(mutator, place.term);
  Term applied = apply_to_children(mutator, &form);
  if (applied) return count_lost(mutator, number, construct) <= most_lost ? applied : 0;
  collect_children(mutator, place.term);
  keep_children(mutator, &form, &mutator->kept);
  if (count_lost(mutator, number, construct) > most_lost) return 0;
  places_scope(&mutator->places, number, &grower->scope);
  grow_production(grower, production, places_depth(&mutator->places, &place), mutator->kept.items);
  return draft_term(grower, 0, grower->draft.count);
}

/* forall becomes exists, and the other way round, with variables and body. */
static Term swap_binder(Mutator *mutator, Term term, Op op)
{
  const TermNode node = *bank_node(mutator->bank, term);
  mutator->args.count = 0;
  VEC_APPEND(&mutator->args, bank_args(mutator->bank, term), node.count);
  return bank_term(mutator->bank, op, node.sort, mutator->args.items, node.count);
}

static Term replace(Mutator *mutator, uint32_t number, uint32_t offer, ConstructId construct,
                    uint32_t most_lost)
{
  const Place place = mutator->places.items.items[number];
  const Grammar *grammar = &mutator->worlds[0].grammar;
  if (offer & DRAFT_LEAF)
    return places_count_within(&mutator->places, number, construct) <= most_lost
               ? offer & ~DRAFT_LEAF
               : 0;
  const Production *production = &grammar->productions.items[offer];
  if (place.class == PLACE_BINDER && production->kind == PRODUCTION_BINDER)
    return swap_binder(mutator, place.term, production->op);
  return apply_production(mutator, number, offer, construct, most_lost);
}

void mutate_rebuild(Mutator *mutator, uint32_t number, Term term)
{
  const Places *places = &mutator->places;
  mutator->changed = mutator->scene.asserts.items[places->items.items[number].assert];
  for (uint32_t at = number; places->items.items[at].parent != PLACE_NONE;
       at = places->items.items[at].parent) {
    const Place *place = &places->items.items[at];
    Term parent = places->items.items[place->parent].term;
    const TermNode node = *bank_node(mutator->bank, parent);
    mutator->args.count = 0;
    VEC_APPEND(&mutator->args, bank_args(mutator->bank, parent), node.count);
    mutator->args.items[place->argument] = term;
    term = bank_term(mutator->bank, node.op, node.sort, mutator->args.items, node.count);
  }
  mutator->after = term;
}

/* Would a constant or literal be a whole assertion, in the place of an operator? The assertion would say nothing any more. */
static bool empties_assertion(const Place *place, uint32_t offer)
{
  return place->level == 0 && place->class != PLACE_LEAF && (offer & DRAFT_LEAF);
}

static bool try_offer(Mutator *mutator, uint32_t number, uint32_t offer, ConstructId construct,
                      MutateWay way)
{
  const Place *place = &mutator->places.items.items[number];
  bool literal = mutator->constructs.items.items[construct].kind == CONSTRUCT_LITERAL;
  if (empties_assertion(place, offer)) return false;
  grower_restart(&mutator->grower, &mutator->worlds[0].grammar);
  mutator->grower.first_name = mutator->scene.first_name;
  Term term = replace(mutator, number, offer, construct, way == WAY_AGAIN || literal);
  if (!term || term == place->term) return false;
  mutate_rebuild(mutator, number, term);
  mutator->used_world = 0;
  return true;
}

/* Enumerating, each decision is tried by itself; else the next ones are tried if one leads nowhere. */
static bool try_place(Mutator *mutator, const PlaceGroup *group, uint32_t number,
                      ConstructId construct, MutateWay way)
{
  const Place *place = &mutator->places.items.items[number];
  bool literal = mutator->constructs.items.items[construct].kind == CONSTRUCT_LITERAL;
  bool is_there = place->construct == construct;
  if (way == WAY_AGAIN ? !is_there : is_there && !literal) return false;
  const Menu menu = *mutate_menu(mutator, 0, group->goal, construct);
  collect_offers(mutator, &menu, group, way, place->term);
  uint32_t count = (uint32_t)mutator->offers.count;
  uint32_t start = count > 1 ? choose(mutator->choice, count) : 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t offer = mutator->offers.items[(start + i) % count];
    if (try_offer(mutator, number, offer, construct, way)) return true;
    if (mutator->choice->enumerate) return false;
  }
  return false;
}

/* --- all places --------------------------------------------------------------------------- */

/* The group of the place with this number among those that are offered the construct. */
static const PlaceGroup *find_group(const Mutator *mutator, MutateWay way, uint32_t *number)
{
  const Places *places = &mutator->places;
  for (size_t i = 0; i < places->groups.count; i++) {
    const PlaceGroup *group = &places->groups.items[i];
    uint32_t menu = mutator->group_menus.items[i];
    if (!menu || !offers(&mutator->menus.items[menu], group, way)) continue;
    if (*number < group->count) return group;
    *number -= group->count;
  }
  return NULL;
}

bool mutate_place(Mutator *mutator, ConstructId construct, MutateWay way)
{
  const Places *places = &mutator->places;
  uint32_t total = UINT32_MAX;
  find_group(mutator, way, &total);
  total = UINT32_MAX - total;
  if (total == 0) return false;
  uint32_t start = choose(mutator->choice, total);
  for (uint32_t i = 0; i < total; i++) {
    uint32_t number = (start + i) % total;
    const PlaceGroup *group = find_group(mutator, way, &number);
    uint32_t place = places->members.items[group->first + number];
    if (try_place(mutator, group, place, construct, way)) return true;
    if (mutator->choice->enumerate) return false;
  }
  return false;
}

/* --- indices ------------------------------------------------------------------------------ */

/* The same function with other indices, into mutator->offers. */
static void collect_instances(Mutator *mutator, const Place *place)
{
  const Bank *bank = mutator->bank;
  const Grammar *grammar = &mutator->worlds[0].grammar;
  Op op = bank_node(bank, place->term)->op;
  const Menu menu = *mutate_menu(mutator, 0, place->goal, place->construct);
  mutator->offers.count = 0;
  for (uint32_t i = menu.first[place->class]; i < menu.first[place->class + 1]; i++) {
    uint32_t offer = mutator->menu_items.items[i];
    if (offer & DRAFT_LEAF) continue;
    Op other = grammar->productions.items[offer].op;
    if (other != op && bank_operator(bank, other)->fun == bank_operator(bank, op)->fun)
      VEC_PUSH(&mutator->offers, offer);
  }
}

Status mutate_indices(Mutator *mutator, Choice *choice, Script *result, Error *error)
{
  const Places *places = &mutator->places;
  uint32_t count = (uint32_t)places->items.count;
  uint32_t start = count ? choose(choice, count) : 0;
  mutator->choice = mutator->grower.choice = choice;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t number = (start + i) % count;
    const Place *place = &places->items.items[number];
    if (!place->goal || place->construct == CONSTRUCT_NONE ||
        !bank_fun(mutator->bank, place->term) ||
        bank_operator(mutator->bank, bank_node(mutator->bank, place->term)->op)->index_count == 0)
      continue;
    collect_instances(mutator, place);
    if (mutator->offers.count == 0) continue;
    uint32_t offer = mutator->offers.items[choose(choice, (uint32_t)mutator->offers.count)];
    if (!try_offer(mutator, number, offer, place->construct, WAY_AGAIN)) continue;
    mutate_write(mutator, result);
    return STATUS_OK;
  }
  return error_set(error, STATUS_SORT, "no operator of the script can get other indices");
}
