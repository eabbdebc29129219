#include "gen/places.h"

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
  VEC_FREE(&places->roots);
  VEC_FREE(&places->goals);
  VEC_FREE(&places->group_of);
  VEC_FREE(&places->stack);
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
  OperatorKind kind = (OperatorKind)bank_operator(bank, bank_node(bank, term)->op)->kind;
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
  Place place = {.term = term,
                 .parent = parent,
                 .argument = argument,
                 .position = (uint8_t)position,
                 .assert = (uint32_t)(places->roots.count - 1)};
  if (above) place.level = above->level + !is_wrapper(bank, above->term);
  if (is_wrapper(bank, term)) {
    place.construct = CONSTRUCT_NONE;
  } else {
    place.construct = constructs_of_term(places->grammar->constructs, bank, term);
    place.class = (uint8_t)class_of(bank, term);
    if (!is_fixed_binder(bank_node(bank, term)->op))
      place.goal = goal_of(places, bank_sort(bank, term), position);
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
    places->items.items[at].goal = 0;
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

static bool is_entered(Places *places, const Place *place)
{
  const Bank *bank = places->scene->bank;
  if (place->position == POSITION_CLOSED || bank_node(bank, place->term)->count == 0) return false;
  bool first = marks_add(&places->seen, place->term);
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
  if (from < until) VEC_PUSH(&places->stack, (uint64_t)number << 32 | from);
}

static uint32_t argument_position(const Places *places, const Place *place, uint32_t i)
{
  const Bank *bank = places->scene->bank;
  if (is_wrapper(bank, place->term)) return place->position;
  Op op = bank_node(bank, place->term)->op;
  if (op < OP_FIRST_APPLICATION) return op == OP_MATCH && i > 0 ? place->position : POSITION_ANY;
  return position_of_argument(&places->rules, place->term, place->position, i);
}

static void add_assertion(Places *places, Term term)
{
  const Bank *bank = places->scene->bank;
  VEC_PUSH(&places->roots, (uint32_t)places->items.count);
  enter(places, add_place(places, term, PLACE_NONE, 0, POSITION_ANY));
  while (places->stack.count) {
    uint64_t *top = &places->stack.items[places->stack.count - 1];
    uint32_t number = (uint32_t)(*top >> 32), i = (uint32_t)*top, from, until;
    const Place place = places->items.items[number];
    inner_arguments(places, place.term, &from, &until);
    if (i == until) {
      places->items.items[number].end = (uint32_t)places->items.count;
      places->stack.count--;
      continue;
    }
    ++*top;
    enter(places, add_place(places, bank_args(bank, place.term)[i], number, i,
                            argument_position(places, &place, i)));
  }
  uint32_t *root = &places->roots.items[places->roots.count - 1];
  while (is_wrapper(bank, places->items.items[*root].term) &&
         places->items.items[*root].end > *root + 1)
    ++*root;
}

/* --- groups ------------------------------------------------------------------------------- */

uint32_t places_depth(const Places *places, const Place *place)
{
  uint32_t depth = places->grammar->settings->depth;
  if (place->level < depth) return depth - place->level;
  return place->class == PLACE_LEAF ? 0 : 1;
}

static PlaceGroup *group_of(Places *places, const Place *place)
{
  bool room = places_depth(places, place) > 0;
  size_t key = ((size_t)place->goal * PLACE_CLASS_COUNT + place->class) * 2 + room;
  while (places->group_of.count <= key) VEC_PUSH(&places->group_of, 0);
  if (!places->group_of.items[key]) {
    VEC_PUSH(&places->groups, ((PlaceGroup){place->goal, place->class, room, 0, 0}));
    places->group_of.items[key] = (uint32_t)places->groups.count;
  }
  return &places->groups.items[places->group_of.items[key] - 1];
}

static void group_places(Places *places)
{
  uint32_t total = 0;
  places->groups.count = places->group_of.count = places->members.count = 0;
  for (size_t i = 0; i < places->items.count; i++)
    if (places->items.items[i].goal) group_of(places, &places->items.items[i])->count++;
  for (size_t i = 0; i < places->groups.count; i++) {
    PlaceGroup *group = &places->groups.items[i];
    group->first = total;
    total += group->count;
    group->count = 0;
  }
  VEC_RESERVE(&places->members, total);
  places->members.count = total;
  for (uint32_t i = 0; i < places->items.count; i++) {
    if (!places->items.items[i].goal) continue;
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

void places_fill(Places *places)
{
  const Scene *scene = places->scene;
  places->items.count = places->roots.count = 0;
  marks_clear(&places->seen, scene->bank->terms.count);
  for (size_t i = 0; i < scene->asserts.count; i++)
    add_assertion(places, scene->script.commands.items[scene->asserts.items[i]].a);
  group_places(places);
  sort_by_construct(places);
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

uint32_t places_count_within(const Places *places, uint32_t place, ConstructId construct)
{
  if (places->construct_first.items[construct] == places->construct_first.items[construct + 1])
    return 0;
  return rank_of(places, construct, places->items.items[place].end) -
         rank_of(places, construct, place);
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
