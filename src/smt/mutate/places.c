#include "smt/mutate/places.h"

#include <assert.h>

/* Up to this many places all occurrences are listed. */
enum { OCCURRENCES_MAX = 1 << 14 };

void places_init(Places *places, Scene *scene, Grammar *grammar)
{
  *places = (Places){.scene = scene, .grammar = grammar};
  position_rules_init(&places->rules, scene->bank, grammar->settings);
  places->named = symbols_intern(&scene->bank->symbols, ":named", 6);
}

void places_deinit(Places *places)
{
  position_rules_deinit(&places->rules);
  VEC_FREE(&places->items);
  VEC_FREE(&places->groups);
  VEC_FREE(&places->members);
  VEC_FREE(&places->by_construct);
  VEC_FREE(&places->construct_first);
  VEC_FREE(&places->ranges);
  VEC_FREE(&places->goals);
  VEC_FREE(&places->group_of);
  VEC_FREE(&places->stack);
  VEC_FREE(&places->moved);
  marks_deinit(&places->seen);
}

/* --- terms -------------------------------------------------------------------------------- */

static bool is_basic_literal(Op op)
{
  return op >= OP_INTEGER && op <= OP_FIELD;
}

/* Which literal is written with a function: (- 1), (/ 1 3), (fp #b0 #b10 #b0). */
static bool has_literal_name(const Bank *bank, Fun fun, uint32_t count)
{
  static const char *const names[] = {"", "-", "/", "fp"};
  const FunInfo *info = funs_info(&bank->funs, fun);
  return info->theory && count >= 1 && count <= 3 &&
         symbols_equal(&bank->symbols, info->name, names[count]);
}

static bool is_negative(const Bank *bank, Term term)
{
  Fun fun = bank_fun(bank, term);
  return fun && bank_node(bank, term)->count == 1 && has_literal_name(bank, fun, 1) &&
         is_basic_literal(bank_node(bank, bank_args(bank, term)[0])->op);
}

static bool is_literal(const Bank *bank, Term term)
{
  const TermNode *node = bank_node(bank, term);
  if (is_basic_literal(node->op)) return true;
  Fun fun = bank_fun(bank, term);
  if (!fun || !has_literal_name(bank, fun, node->count)) return false;
  for (uint32_t i = 0; i < node->count; i++) {
    Term argument = bank_args(bank, term)[i];
    if (!is_basic_literal(bank_node(bank, argument)->op) &&
        !(node->count == 2 && i == 0 && is_negative(bank, argument)))
      return false;
  }
  return true;
}

static PlaceClass class_of(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  if (node->op == OP_FORALL || node->op == OP_EXISTS) return PLACE_BINDER;
  if (node->count == 0 || is_literal(bank, term)) return PLACE_LEAF;
  if (node->sort != bank->bool_sort) return PLACE_OPERATOR;
  for (uint32_t i = 0; i < node->count; i++)
    if (bank_sort(bank, bank_args(bank, term)[i]) != bank->bool_sort) return PLACE_PREDICATE;
  return PLACE_CONNECTIVE;
}

/* Annotations and the cases of a match are no terms of their own. */
static bool is_wrapper(const Bank *bank, Term term)
{
  TermShape kind = (TermShape)bank_operator(bank, bank_node(bank, term)->op)->kind;
  return kind == OPERATOR_ANNOTATION || kind == OPERATOR_CASE;
}

static bool is_named(const Places *places, Term term)
{
  const Bank *bank = places->scene->bank;
  const OperatorInfo *info = bank_operator(bank, bank_node(bank, term)->op);
  return info->kind == OPERATOR_ANNOTATION && info->fun == places->named;
}

/* --- places ------------------------------------------------------------------------------- */

static Goal goal_of(Places *places, Sort sort, uint32_t position)
{
  size_t key = (size_t)sort * POSITION_COUNT + position;
  if (position >= POSITION_FIXED) return 0;
  while (places->goals.count <= key) VEC_PUSH(&places->goals, PLACE_NONE);
  Goal *known = &places->goals.items[key];
  if (*known == PLACE_NONE)
    *known = scene_sort_is_usable(places->scene, sort)
                 ? grammar_goal(places->grammar, sort, (Position)position)
                 : 0;
  return *known;
}

uint32_t places_depth(const Places *places, const Place *place)
{
  uint32_t depth = places->grammar->settings->depth;
  if (place->level < depth) return depth - place->level;
  return place->class == PLACE_LEAF ? 0 : 1;
}

static uint32_t kind_of_places(uint32_t goal, uint32_t class, bool room)
{
  return (goal * PLACE_CLASS_COUNT + class) * 2 + room;
}

/* The goal is known. */
static void set_kind(Places *places, Place *place)
{
  place->kind = kind_of_places(place->goal, place->class, places_depth(places, place) > 0);
  while (places->group_of.count <= place->kind) VEC_PUSH(&places->group_of, 0);
}

/* A lambda and the like are only changed inside. */
static bool is_fixed_binder(Op op)
{
  return bank_is_binder(op) && op != OP_FORALL && op != OP_EXISTS;
}

static uint32_t add_place(Places *places, Term term, uint32_t parent, uint32_t argument,
                          uint32_t position)
{
  const Bank *bank = places->scene->bank;
  uint32_t number = (uint32_t)places->items.count;
  const Place *above = parent == PLACE_NONE ? NULL : &places->items.items[parent];
  Place place = {
      .term = term, .parent = parent, .argument = argument, .position = (uint8_t)position};
  if (above) place.level = above->level + !is_wrapper(bank, above->term);
  if (is_wrapper(bank, term)) {
    place.construct = CONSTRUCT_NONE;
  } else {
    place.construct = constructs_of_term(places->grammar->constructs, bank, term);
    place.class = (uint8_t)class_of(bank, term);
    if (!is_fixed_binder(bank_node(bank, term)->op))
      place.goal = goal_of(places, bank_sort(bank, term), position);
    if (place.goal) set_kind(places, &place);
  }
  VEC_PUSH(&places->items, place);
  return number;
}

/* A name that :named gives has to stay: nothing around it can be replaced. */
static void keep_name(Places *places, uint32_t place)
{
  uint32_t at = places->items.items[place].parent;
  for (; at != PLACE_NONE && !places->items.items[at].keeps_name;
       at = places->items.items[at].parent) {
    places->items.items[at].keeps_name = true;
    places->items.items[at].goal = places->items.items[at].kind = 0;
  }
}

/* The arguments that hold terms: from, and up to but without. */
static void inner_arguments(const Places *places, Term term, uint32_t *from, uint32_t *until)
{
  const Bank *bank = places->scene->bank;
  const OperatorInfo *info = bank_operator(bank, bank_node(bank, term)->op);
  *from = bank_bound_count(bank, term);
  *until = bank_node(bank, term)->count;
  if (info->kind == OPERATOR_ANNOTATION)
    *until = is_named(places, term) && places->scene->names_are_used ? 0 : 1;
}

/* Terms that are new since the marks were cleared are entered only where all occurrences are listed. */
static bool is_entered(Places *places, const Place *place)
{
  const Bank *bank = places->scene->bank;
  if (place->position == POSITION_CLOSED || bank_node(bank, place->term)->count == 0) return false;
  bool first = place->term < places->seen.epoch_of.count && marks_add(&places->seen, place->term);
  return first || places->items.count < OCCURRENCES_MAX;
}

static void enter(Places *places, uint32_t number)
{
  const Place place = places->items.items[number];
  if (is_named(places, place.term)) keep_name(places, number);
  places->items.items[number].end = number + 1;
  if (!is_entered(places, &place)) return;
  uint32_t from, until;
  inner_arguments(places, place.term, &from, &until);
  if (from < until) VEC_PUSH(&places->stack, ((PlaceWalk){number, from, until}));
}

static uint32_t argument_position(const Places *places, const Place *place, uint32_t i)
{
  const Bank *bank = places->scene->bank;
  if (is_wrapper(bank, place->term)) return place->position;
  Op op = bank_node(bank, place->term)->op;
  if (op < OP_FIRST_APPLICATION) return op == OP_MATCH && i > 0 ? place->position : POSITION_ANY;
  return position_of_argument(&places->rules, place->term, place->position, i);
}

static Term term_of_assertion(const Places *places, uint32_t assert)
{
  const Scene *scene = places->scene;
  return scene->script.commands.items[scene->asserts.items[assert]].a;
}

/* Appends the places of an assertion. */
static PlaceRange add_assertion(Places *places, uint32_t assert)
{
  const Bank *bank = places->scene->bank;
  Term term = term_of_assertion(places, assert);
  PlaceRange range = {(uint32_t)places->items.count, (uint32_t)places->items.count};
  enter(places, add_place(places, term, PLACE_NONE, 0, POSITION_ANY));
  while (places->stack.count) {
    PlaceWalk *top = &places->stack.items[places->stack.count - 1];
    uint32_t number = top->place, i = top->next++;
    const Place place = places->items.items[number];
    if (i == top->until) {
      places->items.items[number].end = (uint32_t)places->items.count;
      places->stack.count--;
      continue;
    }
    enter(places, add_place(places, bank_args(bank, place.term)[i], number, i,
                            argument_position(places, &place, i)));
  }
  for (size_t i = range.first; i < places->items.count; i++) places->items.items[i].assert = assert;
  while (is_wrapper(bank, places->items.items[range.root].term) &&
         places->items.items[range.root].end > range.root + 1)
    range.root++;
  return range;
}

/* --- groups ------------------------------------------------------------------------------- */

static void forget_groups(Places *places)
{
  for (size_t i = 0; i < places->groups.count; i++) {
    const PlaceGroup *group = &places->groups.items[i];
    places->group_of.items[kind_of_places(group->goal, group->class, group->room)] = 0;
  }
  places->groups.count = places->members.count = 0;
}

static PlaceGroup *group_of(Places *places, const Place *place)
{
  uint32_t *group = &places->group_of.items[place->kind];
  if (!*group) {
    bool room = places_depth(places, place) > 0;
    VEC_PUSH(&places->groups, ((PlaceGroup){place->goal, place->class, room, 0, 0}));
    *group = (uint32_t)places->groups.count;
  }
  return &places->groups.items[*group - 1];
}

static void group_places(Places *places)
{
  uint32_t total = 0;
  forget_groups(places);
  for (size_t i = 0; i < places->items.count; i++)
    if (places->items.items[i].kind) group_of(places, &places->items.items[i])->count++;
  for (size_t i = 0; i < places->groups.count; i++) {
    PlaceGroup *group = &places->groups.items[i];
    group->first = total;
    total += group->count;
    group->count = 0;
  }
  VEC_RESERVE(&places->members, total);
  places->members.count = total;
  for (uint32_t i = 0; i < places->items.count; i++) {
    if (!places->items.items[i].kind) continue;
    PlaceGroup *group = group_of(places, &places->items.items[i]);
    places->members.items[group->first + group->count++] = i;
  }
}

static void sort_by_construct(Places *places)
{
  size_t count = places->grammar->constructs->items.count;
  U32Vec *first = &places->construct_first;
  first->count = places->by_construct.count = 0;
  VEC_RESERVE(first, count + 2);
  for (size_t i = 0; i < count + 2; i++) first->items[first->count++] = 0;
  for (size_t i = 0; i < places->items.count; i++)
    if (places->items.items[i].construct != CONSTRUCT_NONE)
      first->items[places->items.items[i].construct + 2]++;
  for (size_t i = 2; i < count + 2; i++) first->items[i] += first->items[i - 1];
  VEC_RESERVE(&places->by_construct, first->items[count + 1]);
  places->by_construct.count = first->items[count + 1];
  for (uint32_t i = 0; i < places->items.count; i++)
    if (places->items.items[i].construct != CONSTRUCT_NONE)
      places->by_construct.items[first->items[places->items.items[i].construct + 1]++] = i;
}

void places_forget(Places *places)
{
  forget_groups(places);
  places->goals.count = places->group_of.count = 0;
}

void places_fill(Places *places)
{
  const Scene *scene = places->scene;
  places->items.count = places->ranges.count = 0;
  marks_clear(&places->seen, scene->bank->terms.count);
  for (uint32_t i = 0; i < scene->asserts.count; i++) {
    PlaceRange range = add_assertion(places, i);
    VEC_PUSH(&places->ranges, range);
  }
  PlaceRange end = {(uint32_t)places->items.count, (uint32_t)places->items.count};
  VEC_PUSH(&places->ranges, end);
  group_places(places);
  places->sorted = false;
}

/* --- one assertion again ------------------------------------------------------------------ */

/* Places that come to lie elsewhere. Numbers wrap around: the step may be downwards. */
static void copy_places(const Place *from, size_t count, uint32_t step, Place *to)
{
  for (size_t i = 0; i < count; i++) {
    Place place = from[i];
    if (place.parent != PLACE_NONE) place.parent += step;
    place.end += step;
    to[i] = place;
  }
}

/* The places from `made.first` on, which are the last ones, come to lie where those of the assertion are. */
static void exchange_places(Places *places, uint32_t assert, PlaceRange made)
{
  PlaceRange *ranges = places->ranges.items;
  uint32_t from = ranges[assert].first, until = ranges[assert + 1].first;
  uint32_t count = (uint32_t)places->items.count - made.first, behind = made.first - until;
  uint32_t step = from + count - until;
  places->moved.count = 0;
  VEC_RESERVE(&places->moved, behind);
  copy_places(places->items.items + until, behind, step, places->moved.items);
  copy_places(places->items.items + made.first, count, from - made.first,
              places->items.items + from);
  for (uint32_t i = 0; i < behind; i++)
    places->items.items[from + count + i] = places->moved.items[i];
  places->items.count = from + count + behind;
  ranges[assert].root = from + (made.root - made.first);
  for (size_t i = assert + 1; i < places->ranges.count; i++) {
    ranges[i].first += step;
    ranges[i].root += step;
  }
}

void places_renew(Places *places, uint32_t assert)
{
  uint32_t before = (uint32_t)places->items.count;
  bool added = assert == places_assert_count(places);
  PlaceRange made = {0};
  if (before < OCCURRENCES_MAX) made = add_assertion(places, assert);
  if (places->items.count >= OCCURRENCES_MAX) {
    places_fill(places);
    return;
  }
  PlaceRange end = {before, before};
  if (added) VEC_PUSH(&places->ranges, end);
  exchange_places(places, assert, made);
  group_places(places);
  places->sorted = false;
}

/* --- questions ---------------------------------------------------------------------------- */

/* The number of places of a construct before this one. */
static uint32_t rank_of(const Places *places, ConstructId construct, uint32_t place)
{
  uint32_t low = places->construct_first.items[construct];
  uint32_t high = places->construct_first.items[construct + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (places->by_construct.items[middle] < place)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* In a few places the construct is looked for. */
uint32_t places_count_within(Places *places, uint32_t place, ConstructId construct)
{
  enum { FEW = 128 };
  uint32_t end = places->items.items[place].end, count = 0;
  if (end - place <= FEW) {
    for (uint32_t i = place; i < end; i++) count += places->items.items[i].construct == construct;
    return count;
  }
  if (!places->sorted) sort_by_construct(places);
  places->sorted = true;
  if (places->construct_first.items[construct] == places->construct_first.items[construct + 1])
    return 0;
  return rank_of(places, construct, end) - rank_of(places, construct, place);
}

/* Terms with a name are closed. */
void places_scope(const Places *places, uint32_t place, U32Vec *scope)
{
  const Bank *bank = places->scene->bank;
  scope->count = 0;
  for (uint32_t at = places->items.items[place].parent; at != PLACE_NONE;
       at = places->items.items[at].parent) {
    Term term = places->items.items[at].term;
    if (is_named(places, term)) break;
    uint32_t bound = bank_bound_count(bank, term);
    for (uint32_t i = 0; i < bound; i++) VEC_PUSH(scope, bank_args(bank, term)[i]);
  }
}
