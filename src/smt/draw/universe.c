#include "smt/draw/universe.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/bug.h"
#include "smt/draw/draw_datatype.h"
#include "smt/draw/draw_sort.h"
#include "smt/draw/permit.h"
#include "smt/term/signature.h"
#include "smt/term/traverse.h"
#include "smt/text/parser.h"
#include "smt/text/print.h"

typedef struct {
  Universe *universe;
  Bank *bank;
  const GenSettings *settings;
  Random *random;
  size_t base;     /* the sorts up to here can be parts of others */
  StrBuf text;     /* of all declarations */
  uint32_t number; /* the first one in names */
} Maker;

static Sort make_sort(Maker *maker, SortClass class, const Numeral *indices, const Sort *args,
                      uint32_t count)
{
  SortTable *sorts = &maker->bank->sorts;
  SortCtor ctor = sorts->class_ctor[class];
  return ctor ? sorts_make(sorts, ctor, indices, args, count) : 0;
}

static bool leaves_out(const Maker *maker, const char *function)
{
  const Bank *bank = maker->bank;
  const U32Vec *excluded = &maker->settings->excluded;
  for (size_t i = 0; i < excluded->count; i++)
    if (symbols_equal(&bank->symbols, funs_info(&bank->funs, excluded->items[i])->name, function))
      return true;
  return false;
}

/* Is the sort, or one that it is made of, left out? Without its one value there is no empty tuple. */
static bool is_left_out(const Maker *maker, Sort sort)
{
  const Bank *bank = maker->bank;
  U32Vec parts = {0};
  bool out = false;
  VEC_PUSH(&parts, sort);
  while (parts.count && !out) {
    Sort part = parts.items[--parts.count];
    const SortNode *node = sorts_node(&bank->sorts, part);
    bool empty = node->class == SORT_TUPLE && node->arg_count == 0;
    out = gen_settings_lists(&maker->settings->excluded_sorts, node->ctor) ||
          (empty && leaves_out(maker, "tuple.unit"));
    for (uint32_t i = 0; i < node->arg_count; i++)
      VEC_PUSH(&parts, sorts_arg(&bank->sorts, part, i));
  }
  VEC_FREE(&parts);
  return out;
}

static Permission permit(const Maker *maker, Sort sort)
{
  Permission permission = permit_sort(maker->bank, &maker->settings->logic, sort);
  return permission && is_left_out(maker, sort) ? PERMIT_NOT : permission;
}

/* Adds a sort that the logic allows and that is not there yet. */
static void add_sort(Maker *maker, Sort sort)
{
  U32Vec *sorts = &maker->universe->sorts;
  if (!sort || permit(maker, sort) < PERMIT_VALUES) return;
  for (size_t i = 0; i < sorts->count; i++)
    if (sorts->items[i] == sort) return;
  VEC_PUSH(sorts, sort);
}

static void add_class(Maker *maker, SortClass class)
{
  add_sort(maker, make_sort(maker, class, NULL, NULL, 0));
}

/* --- sorts -------------------------------------------------------------------------------- */

static void add_width(Maker *maker, Numeral width)
{
  if (width <= maker->settings->max_width)
    add_sort(maker, make_sort(maker, SORT_BITVEC, &width, NULL, 0));
}

static void add_bitvectors(Maker *maker)
{
  static const Numeral usual[] = {8, 16, 32, 64};
  const WidthRanges *widths = &maker->settings->widths;
  for (size_t i = 0; i < widths->count; i++) {
    WidthRange range = widths->items[i];
    uint64_t more = range.low < range.high
                        ? random_below(maker->random, (uint64_t)range.high - range.low + 1)
                        : 0;
    add_width(maker, range.low + more);
  }
  if (widths->count) return;
  add_width(maker, usual[random_below(maker->random, 4)]);
  if (random_chance(maker->random, 1, 2)) add_width(maker, draw_width(maker->random));
}

static void add_format(Maker *maker, uint32_t exponent, uint32_t significand)
{
  Numeral indices[2] = {exponent, significand};
  add_sort(maker, make_sort(maker, SORT_FLOAT, indices, NULL, 0));
}

static void add_floats(Maker *maker)
{
  for (size_t i = 0; i < maker->settings->formats.count; i++) {
    DrawFormat format = maker->settings->formats.items[i];
    add_format(maker, format.exponent, format.significand);
  }
  add_class(maker, SORT_ROUNDING);
  if (maker->settings->formats.count) return;
  if (random_chance(maker->random, 1, 2))
    add_format(maker, 8, 24);
  else
    add_format(maker, 11, 53);
  if (random_chance(maker->random, 1, 2)) return;
  Numeral format[2];
  draw_format(maker->random, format);
  /* cvc5 1.0.3 takes no significand of two bits. */
  if (format[1] > 2 && format[1] <= maker->settings->max_width)
    add_format(maker, format[0], format[1]);
}

/* A sort that can be an element or an index. */
static Sort draw_base(Maker *maker)
{
  const U32Vec *sorts = &maker->universe->sorts;
  bool only_bits = permit_only_bit_arrays(&maker->settings->logic);
  for (int trial = 0; trial < 64; trial++) {
    Sort sort = sorts->items[random_below(maker->random, maker->base)];
    if (only_bits && sorts_class(&maker->bank->sorts, sort) != SORT_BITVEC) continue;
    if (sort == maker->bank->bool_sort && !random_chance(maker->random, 1, 8)) continue;
    if (permit_sort(maker->bank, &maker->settings->logic, sort) == PERMIT_FULLY) return sort;
  }
  return maker->bank->bool_sort;
}

/* In higher-order logic also what filters, folds and partitions of the collection take and give. */
static void add_collection(Maker *maker, SortClass class)
{
  SortTable *sorts = &maker->bank->sorts;
  Sort element = draw_base(maker);
  Sort collection = make_sort(maker, class, NULL, &element, 1);
  Sort test[2] = {element, maker->bank->bool_sort}, fold[3] = {element, element, element};
  Sort relation[3] = {element, element, maker->bank->bool_sort};
  add_sort(maker, collection);
  if (!(maker->settings->logic.parts & LOGIC_HIGHER_ORDER)) return;
  add_sort(maker, sorts_function(sorts, test, 2));
  add_sort(maker, sorts_function(sorts, fold, 3));
  if (class != SORT_BAG) return;
  add_sort(maker, sorts_function(sorts, relation, 3));
  add_sort(maker, make_sort(maker, class, NULL, &collection, 1));
}

static void add_arrays(Maker *maker)
{
  for (uint64_t n = 1 + random_below(maker->random, 2); n > 0; n--) {
    Sort parts[2] = {draw_base(maker), draw_base(maker)};
    Sort array = make_sort(maker, SORT_ARRAY, NULL, parts, 2);
    add_sort(maker, array);
    if (permit_only_bit_arrays(&maker->settings->logic) || !random_chance(maker->random, 1, 6))
      continue;
    parts[1] = array;
    add_sort(maker, make_sort(maker, SORT_ARRAY, NULL, parts, 2));
  }
}

static void add_fields(Maker *maker)
{
  Numeral prime = draw_prime(maker->bank, maker->random);
  add_sort(maker, make_sort(maker, SORT_FIELD, &prime, NULL, 0));
}

static void add_function_sort(Maker *maker)
{
  Sort parts[2] = {draw_base(maker), draw_base(maker)};
  add_sort(maker, sorts_function(&maker->bank->sorts, parts, 2));
}

/* Sorts that theories of solvers or users bring, without parameters. */
static void add_foreign_sorts(Maker *maker)
{
  SortTable *sorts = &maker->bank->sorts;
  for (SortCtor ctor = 1; ctor < sorts->ctors.count && maker->settings->extensions; ctor++) {
    const SortCtorInfo *info = &sorts->ctors.items[ctor];
    if (info->theory && info->class == SORT_OTHER && info->arity == 0 && info->index_count == 0)
      add_sort(maker, sorts_make(sorts, ctor, NULL, NULL, 0));
  }
}

static void add_sorts(Maker *maker)
{
  uint32_t parts = maker->settings->logic.parts;
  add_class(maker, SORT_BOOL);
  add_class(maker, SORT_INT);
  add_class(maker, SORT_REAL);
  add_class(maker, SORT_STRING);
  if (parts & (LOGIC_BITVECTORS | LOGIC_FLOATS)) add_bitvectors(maker);
  if (parts & LOGIC_FLOATS) add_floats(maker);
  if (parts & LOGIC_FIELDS) add_fields(maker);
  add_foreign_sorts(maker);
  maker->base = maker->universe->sorts.count;
}

static void add_nested(Maker *maker)
{
  uint32_t parts = maker->settings->logic.parts;
  maker->base = maker->universe->sorts.count;
  if (parts & LOGIC_ARRAYS) add_arrays(maker);
  if (parts & LOGIC_SEQUENCES) add_collection(maker, SORT_SEQ);
  if (parts & LOGIC_SETS) {
    add_collection(maker, SORT_SET);
    /* Whoever leaves out the empty bag has no bags. Of sets that does not follow: z3 has them, under other names. */
    if (!leaves_out(maker, "bag.empty")) add_collection(maker, SORT_BAG);
  }
  if (parts & LOGIC_HIGHER_ORDER) add_function_sort(maker);
}

/* --- declared sorts and datatypes --------------------------------------------------------- */

/* Declarations are written as text and read by the parser, which is the one place that makes them.
 * All of them are read again when there are more: equal declarations give equal sorts. */
static void declare(Maker *maker)
{
  Error error;
  Script *script = &maker->universe->declarations;
  script_deinit(script);
  *script = (Script){0};
  if (script_read(maker->bank, strbuf_text(&maker->text), maker->text.length, script, &error))
    BUG("own declarations are wrong: %s", error.message);
}

static void declare_sorts(Maker *maker)
{
  uint32_t parts = maker->settings->logic.parts;
  uint32_t theories = parts & ~(uint32_t)(LOGIC_UF | LOGIC_FREE_SORTS | LOGIC_QUANTIFIERS);
  if (!(parts & (LOGIC_UF | LOGIC_FREE_SORTS))) return;
  bool wanted = theories == 0 || theories == LOGIC_ARRAYS || theories & LOGIC_CARDINALITY;
  uint64_t count = wanted + random_below(maker->random, 2);
  for (uint64_t i = 0; i < count; i++)
    strbuf_printf(&maker->text, "(declare-sort U%" PRIu64 " 0)\n", maker->number + i);
  declare(maker);
  const Script *script = &maker->universe->declarations;
  for (size_t i = 0; i < script->commands.count; i++)
    add_sort(maker, sorts_make(&maker->bank->sorts, script->commands.items[i].a, NULL, NULL, 0));
}

static bool declares(const Bank *bank, const Script *script, const Command *command, SortCtor ctor)
{
  if (command->kind == CMD_DECLARE_SORT) return command->a == ctor;
  if (command->kind != CMD_DECLARE_DATATYPE && command->kind != CMD_DECLARE_DATATYPES) return false;
  for (uint32_t i = 0; i < command->count; i++)
    if (bank->datatypes.items[script_list(script, command)[i]].ctor == ctor) return true;
  return false;
}

/* Is the sort made of nothing but theories' sorts and what the universe declares itself? */
static bool is_declared(const Maker *maker, Sort sort)
{
  const Bank *bank = maker->bank;
  const Script *script = &maker->universe->declarations;
  const SortNode *node = sorts_node(&bank->sorts, sort);
  bool known = node->class != SORT_UNINTERPRETED && node->class != SORT_DATATYPE;
  for (size_t i = 0; i < script->commands.count && !known; i++)
    known = declares(bank, script, &script->commands.items[i], node->ctor);
  for (uint32_t i = 0; i < node->arg_count && known; i++)
    known = is_declared(maker, sorts_arg(&bank->sorts, sort, i));
  return known;
}

static void declare_datatypes(Maker *maker)
{
  if (!(maker->settings->logic.parts & LOGIC_DATATYPES)) return;
  U32Vec fields = {0};
  for (size_t i = 0; i < maker->universe->sorts.count; i++) {
    Sort sort = maker->universe->sorts.items[i];
    if (permit_sort(maker->bank, &maker->settings->logic, sort) == PERMIT_FULLY &&
        is_declared(maker, sort))
      VEC_PUSH(&fields, sort);
  }
  draw_datatypes(maker->bank, maker->random, fields.items, (uint32_t)fields.count, maker->number,
                 &maker->text);
  declare(maker);
  const Script *script = &maker->universe->declarations;
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    for (uint32_t k = 0; command->kind == CMD_DECLARE_DATATYPES && k < command->count; k++)
      add_sort(maker,
               draw_datatype_sort(maker->bank, maker->random, script_list(script, command)[k],
                                  fields.items, (uint32_t)fields.count));
  }
  VEC_FREE(&fields);
}

/* --- functions ---------------------------------------------------------------------------- */

static Sort draw_rank_sort(Maker *maker)
{
  const U32Vec *sorts = &maker->universe->sorts;
  for (int trial = 0; trial < 16; trial++) {
    Sort sort = sorts->items[random_below(maker->random, sorts->count)];
    if (sorts_class(&maker->bank->sorts, sort) == SORT_FUNCTION) continue;
    if (permit_sort(maker->bank, &maker->settings->logic, sort) == PERMIT_FULLY) return sort;
  }
  return maker->bank->bool_sort;
}

static void declare_functions(Maker *maker)
{
  enum { RANK_MAX = 64 };
  const GenSettings *settings = maker->settings;
  if (!(settings->logic.parts & LOGIC_UF) || settings->uf_arity == 0) return;
  for (uint32_t i = 0; i < settings->ufs; i++) {
    Sort rank[RANK_MAX + 1];
    uint32_t most = settings->uf_arity < RANK_MAX ? settings->uf_arity : RANK_MAX;
    uint32_t arity = 1 + (uint32_t)random_below(maker->random, most);
    for (uint32_t k = 0; k <= arity; k++) rank[k] = draw_rank_sort(maker);
    char name[32];
    int length = snprintf(name, sizeof name, "uf_%u", maker->number + i);
    FunInfo info = {.name = symbols_intern(&maker->bank->symbols, name, (size_t)length),
                    .arity = arity,
                    .origin = FUN_DECLARED};
    VEC_PUSH(&maker->universe->functions, bank_script_fun(maker->bank, &info, rank));
  }
}

/* Instances of functions with computed ranks are drawn from their arguments up: what they need and
 * give becomes part of the universe. */
static void draw_ruled(Maker *maker)
{
  enum { LEAST_TRIALS = 4 };
  Bank *bank = maker->bank;
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (!info->theory || !info->rule || !permit_function(bank, maker->settings, fun)) continue;
    for (int trial = 0; trial < LEAST_TRIALS; trial++) {
      DrawnRank rank;
      if (!draw_rank(bank, maker->random, fun, &rank)) break;
      bool allowed = permit(maker, rank.result) == PERMIT_FULLY;
      for (uint32_t i = 0; i < rank.arg_count; i++)
        allowed &= permit(maker, rank.args[i]) == PERMIT_FULLY;
      if (!allowed || rank.arg_count == 0) continue;
      VEC_PUSH(&maker->universe->ranks, rank);
      add_sort(maker, rank.result);
      break;
    }
  }
}

static void draw_all(Maker *maker)
{
  strbuf_init(&maker->text, 0);
  add_sorts(maker);
  declare_sorts(maker);
  declare_datatypes(maker);
  add_nested(maker);
  draw_ruled(maker);
  declare_functions(maker);
  strbuf_deinit(&maker->text);
}

void universe_draw(Universe *universe, Bank *bank, const GenSettings *settings, Random *random)
{
  *universe = (Universe){0};
  Maker maker = {.universe = universe, .bank = bank, .settings = settings, .random = random};
  draw_all(&maker);
}

/* --- beyond a script ---------------------------------------------------------------------- */

void universe_take_name(Universe *universe, Symbol name)
{
  if (universe_has_name(universe, name)) return;
  VEC_PUSH(&universe->names, name);
  index_insert(&universe->name_index, hash_finish(hash_mix(0, name)), name);
}

bool universe_has_name(const Universe *universe, Symbol name)
{
  IndexProbe probe = index_probe(&universe->name_index, hash_finish(hash_mix(0, name)));
  for (uint32_t id; index_next(&probe, &id);)
    if (id == name) return true;
  return false;
}

/* The numbers of declared names begin after all numbers in names of the script. */
static uint32_t free_number(const Bank *bank, const Universe *universe)
{
  enum { DIGITS = 8 };
  uint32_t least = 0;
  for (size_t i = 0; i < universe->names.count; i++) {
    const char *at = symbols_text(&bank->symbols, universe->names.items[i]);
    const char *end = at + symbols_length(&bank->symbols, universe->names.items[i]);
    uint32_t number = 0;
    while (at < end && !isdigit((unsigned char)*at)) at++;
    for (int k = 0; k < DIGITS && at < end && isdigit((unsigned char)*at); k++)
      number = number * 10 + (uint32_t)(*at++ - '0');
    if (number >= least) least = number + 1;
  }
  return least;
}

void universe_extend(Universe *universe, Bank *bank, const GenSettings *settings, Random *random)
{
  Maker maker = {.universe = universe, .bank = bank, .settings = settings, .random = random};
  maker.number = free_number(bank, universe);
  draw_all(&maker);
}

void universe_deinit(Universe *universe)
{
  VEC_FREE(&universe->sorts);
  VEC_FREE(&universe->constants);
  VEC_FREE(&universe->functions);
  VEC_FREE(&universe->ranks);
  VEC_FREE(&universe->names);
  index_free(&universe->name_index);
  script_deinit(&universe->declarations);
}

/* --- what a sort needs -------------------------------------------------------------------- */

/* A datatype's fields may have the sorts declared before it: these count as needed, too. */
uint64_t universe_needs(const Universe *universe, const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  const SortNode *node = sorts_node(&bank->sorts, sort);
  const Script *script = &universe->declarations;
  uint64_t needs = 0;
  for (size_t i = 0; i < script->commands.count && i < UNIVERSE_DECLARATIONS_MAX; i++)
    if (declares(bank, script, &script->commands.items[i], node->ctor))
      needs = node->class == SORT_DATATYPE ? (UINT64_C(2) << i) - 1 : UINT64_C(1) << i;
  for (uint32_t i = 0; i < node->arg_count; i++)
    needs |= universe_needs(universe, bank, sorts_arg(&bank->sorts, sort, i));
  return needs;
}

static uint64_t needs_of_name(const Universe *universe, const Bank *bank, Symbol name)
{
  for (size_t i = 0; i < universe->sorts.count; i++) {
    const SortNode *node = sorts_node(&bank->sorts, universe->sorts.items[i]);
    if (node->class == SORT_UNINTERPRETED && bank->sorts.ctors.items[node->ctor].name == name)
      return universe_needs(universe, bank, universe->sorts.items[i]);
  }
  return 0;
}

uint64_t universe_needs_of_indices(const Universe *universe, const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  uint64_t needs = 0;
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term at; (at = walk_next(&walk));) {
    Fun fun = bank_fun(bank, at);
    if (!fun || funs_info(&bank->funs, fun)->rule != RULE_FMF_CARD) continue;
    Numeral name = bank->index_pool.items[bank_operator(bank, bank_node(bank, at)->op)->first];
    needs |= needs_of_name(universe, bank, name & ~NUMERAL_SYMBOL_TAG);
  }
  walk_deinit(&walk);
  return needs;
}
