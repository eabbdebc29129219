#include "smt/mutate/mutate.h"

#include <assert.h>

#include "smt/mutate/mutate_internal.h"

Status mutator_init(Mutator *mutator, Bank *bank, const GenSettings *settings, Error *error)
{
  *mutator = (Mutator){.bank = bank, .settings = settings};
  Status status = gen_settings_check(settings, error);
  if (!status) status = constructs_init(&mutator->constructs, bank, settings, error);
  grower_init(&mutator->grower, NULL, NULL);
  return status;
}

static void forget(Mutator *mutator)
{
  for (size_t i = 0; i < 2; i++) {
    if (!mutator->worlds[i].made) continue;
    grammar_deinit(&mutator->worlds[i].grammar);
    universe_deinit(&mutator->worlds[i].universe);
    mutator->worlds[i].made = false;
  }
  places_forget(&mutator->places);
  mutator->menus.count = mutator->menu_items.count = mutator->offers_of.count = 0;
  mutator->routes.count = mutator->steps.count = 0;
  index_free(&mutator->menu_index);
  mutator->menu_index = (Index){0};
}

void mutator_deinit(Mutator *mutator)
{
  forget(mutator);
  scene_deinit(&mutator->scene);
  places_deinit(&mutator->places);
  VEC_FREE(&mutator->menus);
  VEC_FREE(&mutator->menu_items);
  VEC_FREE(&mutator->group_menus);
  VEC_FREE(&mutator->offers_of);
  VEC_FREE(&mutator->routes);
  VEC_FREE(&mutator->steps);
  VEC_FREE(&mutator->kept);
  VEC_FREE(&mutator->args);
  VEC_FREE(&mutator->offers);
  grower_deinit(&mutator->grower);
  constructs_deinit(&mutator->constructs);
}

void mutator_start(Mutator *mutator, const Script *script)
{
  World *world = &mutator->worlds[0];
  forget(mutator);
  scene_start(&mutator->scene, mutator->bank, script);
  scene_universe(&mutator->scene, mutator->settings, &world->universe);
  grammar_init(&world->grammar, mutator->bank, mutator->settings, &mutator->constructs,
               &world->universe, mutator->settings->seed, true);
  world->made = true;
  VEC_PUSH(&mutator->menus, (Menu){0});
  mutator->grower.next_name = mutator->scene.first_name;
  if (!mutator->started) places_init(&mutator->places, &mutator->scene, &world->grammar);
  mutator->started = true;
  places_fill(&mutator->places);
  mutator->offered = CONSTRUCT_NONE;
}

void mutator_continue(Mutator *mutator, const Script *result)
{
  assert(mutator->started);
  if (mutator->used_world) {
    mutator_start(mutator, result);
    return;
  }
  uint32_t assert = scene_follow(&mutator->scene, result, mutator->declared, mutator->changed);
  mutator->scene.first_name = mutator->grower.next_name;
  places_renew(&mutator->places, assert);
  mutator->offered = CONSTRUCT_NONE;
}

/* --- menus -------------------------------------------------------------------------------- */

PlaceClass mutate_class_of_production(const Grammar *grammar, const Production *production)
{
  if (production->kind == PRODUCTION_BINDER) return PLACE_BINDER;
  if (production->sort != grammar->bank->bool_sort) return PLACE_OPERATOR;
  const Goal *goals = grammar_arguments(grammar, production);
  for (uint32_t i = 0; i < production->count; i++)
    if (grammar->goals.items[goals[i]].sort != grammar->bank->bool_sort) return PLACE_PREDICATE;
  return PLACE_CONNECTIVE;
}

static void add_leaves(Mutator *mutator, const U32Vec *terms, ConstructId construct)
{
  for (size_t i = 0; i < terms->count; i++) {
    Term term = terms->items[i];
    if (constructs_of_term(&mutator->constructs, mutator->bank, term) == construct)
      VEC_PUSH(&mutator->menu_items, term | DRAFT_LEAF);
  }
}

static void add_productions(Mutator *mutator, Grammar *grammar, const Menu *menu, PlaceClass class)
{
  const GoalInfo *info = &grammar->goals.items[menu->goal];
  for (uint32_t i = info->first, end = info->first + info->count; i < end; i++) {
    if (grammar->alternatives.items[i].construct != menu->construct) continue;
    const Alternative *alternative = grammar_alternative(grammar, i);
    for (uint32_t k = alternative->first; k < alternative->first + alternative->count; k++)
      if (mutate_class_of_production(grammar, &grammar->productions.items[k]) == class)
        VEC_PUSH(&mutator->menu_items, k);
  }
}

static void fill_menu(Mutator *mutator, Menu *menu)
{
  Grammar *grammar = &mutator->worlds[menu->world].grammar;
  const GoalInfo *info = grammar_info(grammar, menu->goal);
  for (uint32_t class = 0; class < PLACE_CLASS_COUNT; class ++) {
    menu->first[class] = (uint32_t)mutator->menu_items.count;
    if (class == PLACE_LEAF) {
      add_leaves(mutator, &info->literals, menu->construct);
      add_leaves(mutator, &info->nullary, menu->construct);
    } else {
      add_productions(mutator, grammar, menu, (PlaceClass) class);
    }
  }
  menu->first[PLACE_CLASS_COUNT] = (uint32_t)mutator->menu_items.count;
}

const Menu *mutate_menu(Mutator *mutator, uint32_t world, Goal goal, ConstructId construct)
{
  uint32_t hash = hash_finish(hash_mix(hash_mix(goal, construct), world));
  IndexProbe probe = index_probe(&mutator->menu_index, hash);
  for (uint32_t id; index_next(&probe, &id);) {
    const Menu *menu = &mutator->menus.items[id];
    if (menu->goal == goal && menu->construct == construct && menu->world == world) return menu;
  }
  Menu menu = {.world = world, .goal = goal, .construct = construct};
  fill_menu(mutator, &menu);
  VEC_PUSH(&mutator->menus, menu);
  index_insert(&mutator->menu_index, hash, (uint32_t)mutator->menus.count - 1);
  return &mutator->menus.items[mutator->menus.count - 1];
}

static void note_offer(uint64_t *bits, ConstructId construct)
{
  if (construct != CONSTRUCT_NONE) bits[construct / 64] |= UINT64_C(1) << construct % 64;
}

static void note_leaf_offers(const Mutator *mutator, const U32Vec *terms, uint64_t *bits)
{
  for (size_t i = 0; i < terms->count; i++)
    note_offer(bits, constructs_of_term(&mutator->constructs, mutator->bank, terms->items[i]));
}

/* Can a term of the sort be the construct at its root? If not, what the goal has need not be made. */
static bool may_offer(const Mutator *mutator, Goal goal, ConstructId construct)
{
  const Construct *info = &mutator->constructs.items.items[construct];
  Sort sort = mutator->worlds[0].grammar.goals.items[goal].sort;
  for (uint32_t i = 0; i < info->count; i++)
    if (permit_result(mutator->bank, mutator->constructs.funs.items[info->first + i], sort))
      return true;
  return info->count == 0;
}

/* Does the goal have the construct? Most have not, and this is asked for all groups of places. */
static bool has_offer(Mutator *mutator, Goal goal, ConstructId construct)
{
  size_t words = 1 + (mutator->constructs.items.count + 63) / 64;
  while (mutator->offers_of.count < (goal + 1) * words) VEC_PUSH(&mutator->offers_of, 0);
  uint64_t *entry = &mutator->offers_of.items[goal * words];
  if (!entry[0] && !may_offer(mutator, goal, construct)) return false;
  if (!entry[0]) {
    Grammar *grammar = &mutator->worlds[0].grammar;
    const GoalInfo *info = grammar_info(grammar, goal);
    for (uint32_t i = info->first; i < info->first + info->count; i++)
      note_offer(entry + 1, grammar->alternatives.items[i].construct);
    note_leaf_offers(mutator, &info->literals, entry + 1);
    note_leaf_offers(mutator, &info->nullary, entry + 1);
    entry[0] = 1;
  }
  return entry[1 + construct / 64] >> construct % 64 & 1;
}

/* Looks up once what each group of places is offered. */
static void open_menus(Mutator *mutator, ConstructId construct)
{
  const Places *places = &mutator->places;
  if (mutator->offered == construct) return;
  mutator->offered = construct;
  mutator->group_menus.count = 0;
  for (size_t i = 0; i < places->groups.count; i++) {
    uint32_t number = 0;
    if (has_offer(mutator, places->groups.items[i].goal, construct)) {
      const Menu *menu = mutate_menu(mutator, 0, places->groups.items[i].goal, construct);
      number = (uint32_t)(menu - mutator->menus.items);
    }
    VEC_PUSH(&mutator->group_menus, number);
  }
}

/* --- results ------------------------------------------------------------------------------ */

/* Appends a part of the script; lists stay where they are in the pool. */
static void copy_commands(const Script *from, size_t first, size_t end, Script *to)
{
  VEC_APPEND(&to->commands, from->commands.items + first, end - first);
}

static void declare_used(Mutator *mutator, Script *result)
{
  Grower *grower = &mutator->grower;
  size_t count = 0;
  for (size_t i = 0; i < grower->used.count; i++)
    if (!scene_declares(&mutator->scene, grower->used.items[i]))
      grower->used.items[count++] = grower->used.items[i];
  grower->used.count = count;
  if (mutator->settings->logic.parts & LOGIC_CARDINALITY)
    grower->needs |=
        universe_needs_of_indices(grower->grammar->universe, mutator->bank, mutator->after);
  generator_declare(grower, result);
}

void mutate_write(Mutator *mutator, Script *result)
{
  const Scene *scene = &mutator->scene;
  const Script *script = &scene->script;
  size_t added = mutator->changed == SIZE_MAX ? scene_end_of_asserts(scene) : mutator->changed;
  result->commands.count = result->pool.count = 0;
  result->logic = script->logic;
  VEC_APPEND(&result->pool, script->pool.items, script->pool.count);
  copy_commands(script, 0, scene->declare_at, result);
  declare_used(mutator, result);
  mutator->declared = result->commands.count - scene->declare_at;
  copy_commands(script, scene->declare_at, added, result);
  Command command = {.kind = CMD_ASSERT};
  if (mutator->changed != SIZE_MAX) command = script->commands.items[added++];
  command.a = mutator->after;
  VEC_PUSH(&result->commands, command);
  copy_commands(script, added, script->commands.count, result);
}

static bool go(Mutator *mutator, ConstructId construct, MutateWay way)
{
  return way == WAY_FRESH ? mutate_fresh(mutator, construct)
                          : mutate_place(mutator, construct, way);
}

Status mutator_mutate(Mutator *mutator, ConstructId construct, Choice *choice, Script *result,
                      Error *error)
{
  assert(construct < mutator->constructs.items.count);
  assert(!choice->enumerate && mutator->started);
  mutator->choice = mutator->grower.choice = choice;
  open_menus(mutator, construct);
  for (MutateWay way = 0; way < WAY_COUNT; way++) {
    if (!go(mutator, construct, way)) continue;
    mutate_write(mutator, result);
    return STATUS_OK;
  }
  return mutate_fresh_error(mutator, construct, error);
}

Status mutate_any(Mutator *mutator, Choice *choice, Script *result, Error *error)
{
  uint32_t count = (uint32_t)mutator->constructs.items.count;
  Status status = error_set(error, STATUS_USAGE, "the logic has no construct");
  uint32_t start = count ? choose(choice, count) : 0;
  for (uint32_t i = 0; i < count && status; i++)
    status = mutator_mutate(mutator, (start + i) % count, choice, result, error);
  return status;
}

/* --- all outcomes ------------------------------------------------------------------------- */

typedef struct {
  Index index;
  VEC(uint64_t) items; /* command and term; items[0] is unused */
} Outcomes;

static bool is_new_outcome(Outcomes *outcomes, const Mutator *mutator)
{
  uint64_t key = (uint64_t)(uint32_t)mutator->changed << 32 | mutator->after;
  uint32_t hash = hash_finish(hash_mix(0, key));
  IndexProbe probe = index_probe(&outcomes->index, hash);
  for (uint32_t id; index_next(&probe, &id);)
    if (outcomes->items.items[id] == key) return false;
  VEC_PUSH(&outcomes->items, key);
  index_insert(&outcomes->index, hash, (uint32_t)outcomes->items.count - 1);
  return true;
}

Status mutate_all(Mutator *mutator, ConstructId construct, uint64_t limit, MutantVisitor *visit,
                  void *context, Error *error)
{
  assert(visit && mutator->started);
  Choice choice;
  Script result = {0};
  Outcomes outcomes = {0};
  VEC_PUSH(&outcomes.items, 0);
  choice_init(&choice, random_stream(0, 0, 0));
  mutator->choice = mutator->grower.choice = &choice;
  open_menus(mutator, construct);
  bool more = limit > 0;
  for (MutateWay way = 0; way < WAY_COUNT && outcomes.items.count == 1; way++) {
    choice_enumerate(&choice);
    do {
      if (!go(mutator, construct, way) || !is_new_outcome(&outcomes, mutator)) continue;
      mutate_write(mutator, &result);
      more = visit(context, &result) && outcomes.items.count <= limit;
    } while (more && choice_next(&choice));
  }
  Status status =
      outcomes.items.count > 1 ? STATUS_OK : mutate_fresh_error(mutator, construct, error);
  index_free(&outcomes.index);
  VEC_FREE(&outcomes.items);
  choice_deinit(&choice);
  script_deinit(&result);
  return status;
}

/* The first one that is set: what follows a reset is not changed. */
static Symbol first_logic(const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++)
    if (script->commands.items[i].kind == CMD_SET_LOGIC) return script->commands.items[i].a;
  return 0;
}

Logic mutate_logic_of_script(const Bank *bank, const Script *script)
{
  Logic inferred = logic_infer(bank, script), logic;
  Symbol name = first_logic(script);
  if (!name || !logic_parse(symbols_text(&bank->symbols, name),
                            symbols_length(&bank->symbols, name), &logic))
    return inferred;
  if (logic.all) logic.parts |= inferred.parts;
  return logic;
}
