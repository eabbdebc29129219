#include "smt/gen/grammar.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "smt/draw/draw_literal.h"
#include "smt/draw/draw_regex.h"
#include "smt/draw/draw_value.h"
#include "smt/gen/grammar_internal.h"
#include "smt/gen/position.h"
#include "smt/text/literal.h"
#include "smt/text/print.h"

enum { LITERALS = 24, WEIGHT_UNIT = 1000 };

void grammar_init(Grammar *grammar, Bank *bank, const GenSettings *settings,
                  const ConstructTable *constructs, const Universe *universe, uint64_t seed,
                  bool lazy)
{
  *grammar = (Grammar){.bank = bank,
                       .settings = settings,
                       .constructs = constructs,
                       .universe = universe,
                       .seed = seed,
                       .lazy = lazy};
  VEC_PUSH(&grammar->goals, (GoalInfo){0});
}

void grammar_deinit(Grammar *grammar)
{
  for (size_t i = 0; i < grammar->goals.count; i++) {
    VEC_FREE(&grammar->goals.items[i].constants);
    VEC_FREE(&grammar->goals.items[i].literals);
    VEC_FREE(&grammar->goals.items[i].nullary);
  }
  VEC_FREE(&grammar->goals);
  VEC_FREE(&grammar->alternatives);
  VEC_FREE(&grammar->untils);
  VEC_FREE(&grammar->productions);
  VEC_FREE(&grammar->pool);
  VEC_FREE(&grammar->guards);
  index_free(&grammar->goal_index);
}

/* --- alternatives ------------------------------------------------------------------------- */

void grammar_begin(GoalMaker *maker, ConstructId construct, Fun fun, uint64_t needs)
{
  const FunTable *funs = &maker->grammar->bank->funs;
  VEC_PUSH(&maker->own,
           ((Alternative){.construct = construct,
                          .fun = fun,
                          .goal = maker->goal,
                          .made = true,
                          .declares = fun && funs_info(funs, fun)->origin == FUN_DECLARED,
                          .first = (uint32_t)maker->grammar->productions.count,
                          .needs = needs}));
}

/* Declarations that the sorts of variables need. */
static uint64_t needs_of_bound(const Grammar *grammar, const Production *form, const Sort *bound)
{
  uint64_t needs = 0;
  for (uint32_t i = 0; i < form->bound; i++)
    needs |= universe_needs(grammar->universe, grammar->bank, bound[i]);
  return needs;
}

bool grammar_produce(GoalMaker *maker, const Production *form, const Sort *bound, const Sort *args,
                     const Position *positions)
{
  assert(maker->own.count > 0 && (bound || form->bound == 0) && (args || form->count == 0));
  Grammar *grammar = maker->grammar;
  Production production = *form;
  production.first = (uint32_t)grammar->pool.count;
  production.needs = needs_of_bound(grammar, form, bound);
  VEC_APPEND(&grammar->pool, bound, form->bound);
  for (uint32_t i = 0; i < form->count; i++) {
    Goal goal = grammar_goal(grammar, args[i], positions ? positions[i] : POSITION_ANY);
    if (!goal) {
      grammar->pool.count = production.first;
      return false;
    }
    VEC_PUSH(&grammar->pool, goal);
  }
  VEC_PUSH(&grammar->productions, production);
  maker->own.items[maker->own.count - 1].count++;
  return true;
}

static void add_weight(GoalMaker *maker, double weight)
{
  double units = weight * WEIGHT_UNIT;
  maker->weight += units < 1 ? 1 : (uint32_t)units;
  VEC_PUSH(&maker->untils, maker->weight);
}

void grammar_defer(GoalMaker *maker, ConstructId construct, Fun fun, double weight)
{
  VEC_PUSH(&maker->own, ((Alternative){.construct = construct, .fun = fun, .goal = maker->goal}));
  add_weight(maker, weight);
}

void grammar_end(GoalMaker *maker, double weight)
{
  assert(maker->own.count > 0);
  if (maker->own.items[maker->own.count - 1].count == 0)
    maker->own.count--;
  else
    add_weight(maker, weight);
}

Goal grammar_forced(GoalMaker *maker, const Production *form, const Sort *bound, Goal argument)
{
  assert(argument && argument < maker->grammar->goals.count);
  Grammar *grammar = maker->grammar;
  Goal goal = (Goal)grammar->goals.count;
  Production production = *form;
  production.first = (uint32_t)grammar->pool.count;
  production.alternative = (uint32_t)grammar->alternatives.count;
  production.needs = needs_of_bound(grammar, form, bound);
  VEC_APPEND(&grammar->pool, bound, form->bound);
  VEC_PUSH(&grammar->pool, argument);
  VEC_PUSH(&grammar->goals, ((GoalInfo){.sort = form->sort,
                                        .made = true,
                                        .forced = true,
                                        .first = production.alternative,
                                        .count = 1,
                                        .weight = 1}));
  VEC_PUSH(&grammar->alternatives, ((Alternative){.construct = CONSTRUCT_NONE,
                                                  .goal = goal,
                                                  .made = true,
                                                  .first = (uint32_t)grammar->productions.count,
                                                  .count = 1}));
  VEC_PUSH(&grammar->untils, 1);
  VEC_PUSH(&grammar->productions, production);
  return goal;
}

/* A production that belongs to no goal. */
static uint32_t add_guard(Grammar *grammar, const char *name, Sort sort, const Sort *args,
                          uint32_t count)
{
  Bank *bank = grammar->bank;
  Fun fun = bank_theory_fun(bank, symbols_intern(&bank->symbols, name, strlen(name)));
  assert(fun);
  Production production = {.op = funs_info(&bank->funs, fun)->op,
                           .sort = sort,
                           .count = (uint16_t)count,
                           .first = (uint32_t)grammar->pool.count,
                           .alternative = PRODUCTION_GUARD};
  for (uint32_t i = 0; i < count; i++) {
    Goal goal = grammar_goal(grammar, args[i], POSITION_ANY);
    VEC_PUSH(&grammar->pool, goal);
  }
  VEC_PUSH(&grammar->productions, production);
  return (uint32_t)grammar->productions.count - 1;
}

uint32_t grammar_guard(Grammar *grammar, Sort sort, bool conditional)
{
  enum { ENTRY = 3 };
  U32Vec *guards = &grammar->guards;
  size_t at = 0;
  while (at < guards->count && guards->items[at] != sort) at += ENTRY;
  if (at == guards->count) {
    Sort args[3] = {grammar->bank->bool_sort, sort, sort};
    uint32_t entry[ENTRY] = {sort, add_guard(grammar, "ite", sort, args, 3),
                             add_guard(grammar, "=", grammar->bank->bool_sort, args + 1, 2)};
    VEC_APPEND(guards, entry, ENTRY);
  }
  return guards->items[at + (conditional ? 1 : 2)];
}

/* --- leaves ------------------------------------------------------------------------------- */

Term grammar_number(Bank *bank, Sort sort, uint32_t number)
{
  assert(bank_has_sort(bank, sort));
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_u64(&text, number);
  Term term = 0;
  switch (sorts_class(&bank->sorts, sort)) {
  case SORT_INT: term = draw_natural(bank, sort, number); break;
  case SORT_REAL:
    strbuf_add_text(&text, ".0");
    term =
        bank_literal(bank, OP_REAL, sort, literal_decimal(&bank->symbols, text.bytes, text.length));
    break;
  case SORT_BITVEC:
    term = bank_literal(bank, OP_BITVEC, sort,
                        literal_bits_of_decimal(&bank->symbols, text.bytes, text.length,
                                                sorts_index(&bank->sorts, sort, 0)));
    break;
  default: break;
  }
  strbuf_deinit(&text);
  return term;
}

static bool has_literals(const GoalInfo *info, SortClass class)
{
  switch (class) {
  case SORT_INT:
  case SORT_REAL:
  case SORT_BITVEC:
  case SORT_FLOAT:
  case SORT_STRING:
  case SORT_REGLAN:
  case SORT_SEQ:
  case SORT_SET:
  case SORT_BAG:
  case SORT_FIELD:
  case SORT_TUPLE:
  case SORT_FUNCTION: return info->position != POSITION_SYMBOL;
  default: return false;
  }
}

/* A leaf of a goal. Regular expressions grow from their operators like all terms, so that settings apply to them. */
static Term draw_leaf(GoalMaker *maker, Sort sort)
{
  Bank *bank = maker->grammar->bank;
  return sorts_class(&bank->sorts, sort) == SORT_REGLAN ? draw_regex_leaf(bank, &maker->random)
                                                        : draw_value(bank, &maker->random, sort);
}

static void add_literals(GoalMaker *maker, GoalInfo *info)
{
  Bank *bank = maker->grammar->bank;
  SortClass class = sorts_class(&bank->sorts, info->sort);
  bool number = class == SORT_INT || class == SORT_REAL;
  bool plain = number && (info->position == POSITION_LITERAL || info->position == POSITION_NONZERO);
  if (!has_literals(info, class)) return;
  for (int i = 0; i < LITERALS; i++) {
    Term term = draw_leaf(maker, info->sort);
    if (!term) return;
    if (constructs_of_term(maker->grammar->constructs, bank, term) == CONSTRUCT_NONE) continue;
    if (plain && !position_holds(bank, info->position, term)) continue;
    VEC_PUSH(&info->literals, term);
  }
  if (plain && info->literals.count == 0)
    VEC_PUSH(&info->literals, grammar_number(bank, info->sort, 1));
}

/* Words of sorts, in names. */
static void add_word(StrBuf *name, const char *word, size_t length)
{
  static const struct {
    const char *word, *name;
  } short_words[] = {
      {"String", "str"}, {"RoundingMode", "rm"}, {"BitVec", "bv"}, {"FloatingPoint", "fp"}};
  if (name->length) strbuf_add_char(name, '_');
  for (size_t i = 0; i < sizeof short_words / sizeof *short_words; i++)
    if (strlen(short_words[i].word) == length && memcmp(short_words[i].word, word, length) == 0) {
      strbuf_add_text(name, short_words[i].name);
      return;
    }
  for (size_t i = 0; i < length; i++) strbuf_add_char(name, (char)tolower((unsigned char)word[i]));
}

/* Constants that are not the script's are named by their sort, so that a name has one sort:
 * (Array Int (_ BitVec 8)) gives array_int_bv_8_0. */
static void constant_name(const Bank *bank, Sort sort, StrBuf *name)
{
  assert(bank_has_sort(bank, sort));
  StrBuf text;
  strbuf_init(&text, 0);
  print_sort(&text, bank, sort);
  const char *at = strbuf_text(&text);
  while (*at) {
    size_t length = 0;
    while (isalnum((unsigned char)at[length])) length++;
    if (length) add_word(name, at, length);
    at += length ? length : 1;
  }
  strbuf_deinit(&text);
}

static Term constant_term(Bank *bank, Fun fun)
{
  assert(fun && funs_info(&bank->funs, fun)->arity == 0);
  const FunInfo *info = funs_info(&bank->funs, fun);
  return bank_term(bank, info->op, funs_result(&bank->funs, fun), NULL, 0);
}

/* The same for all positions of a sort. */
static uint32_t constant_count(const Grammar *grammar, const GoalInfo *info)
{
  assert(grammar->settings->vars_spread <= grammar->settings->vars);
  const GenSettings *settings = grammar->settings;
  if (settings->vars_spread == 0) return settings->vars;
  Random random = random_stream(grammar->seed, info->stream, UINT64_MAX);
  return settings->vars - (uint32_t)random_below(&random, settings->vars_spread + 1u);
}

static void invent_constants(Grammar *grammar, GoalInfo *info)
{
  Bank *bank = grammar->bank;
  uint32_t wanted = constant_count(grammar, info);
  StrBuf name;
  strbuf_init(&name, 0);
  constant_name(bank, info->sort, &name);
  size_t stem = name.length;
  for (uint32_t i = 0; info->constants.count < wanted; i++) {
    name.length = stem;
    strbuf_printf(&name, "_%u", i);
    FunInfo fun = {.name = symbols_intern(&bank->symbols, name.bytes, name.length),
                   .origin = FUN_DECLARED};
    if (universe_has_name(grammar->universe, fun.name)) continue;
    VEC_PUSH(&info->constants, constant_term(bank, bank_script_fun(bank, &fun, &info->sort)));
  }
  strbuf_deinit(&name);
}

static void add_constants(Grammar *grammar, GoalInfo *info)
{
  Bank *bank = grammar->bank;
  const U32Vec *given = &grammar->universe->constants;
  if (info->permission != PERMIT_FULLY || info->position == POSITION_LITERAL ||
      info->position == POSITION_NONZERO)
    return;
  for (size_t i = 0; i < given->count; i++)
    if (funs_result(&bank->funs, given->items[i]) == info->sort)
      VEC_PUSH(&info->constants, constant_term(bank, given->items[i]));
  if (info->constants.count == 0) invent_constants(grammar, info);
}

/* --- goals -------------------------------------------------------------------------------- */

static uint64_t stable_hash(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  StrBuf text;
  strbuf_init(&text, 0);
  print_sort(&text, bank, sort);
  uint64_t hash = hash_bytes(text.bytes, text.length);
  strbuf_deinit(&text);
  return hash;
}

static Goal add_goal(Grammar *grammar, Sort sort, Position position, Permission permission)
{
  Goal goal = (Goal)grammar->goals.count;
  GoalInfo info = {.sort = sort, .position = position, .permission = permission};
  info.needs = universe_needs(grammar->universe, grammar->bank, sort);
  VEC_PUSH(&grammar->goals, info);
  return goal;
}

Goal grammar_goal(Grammar *grammar, Sort sort, Position position)
{
  assert(sort && bank_has_sort(grammar->bank, sort));
  Permission permission = permit_sort(grammar->bank, &grammar->settings->logic, sort);
  if (permission == PERMIT_NOT) return 0;
  if (permission == PERMIT_LITERALS && position == POSITION_ANY) position = POSITION_LITERAL;
  uint32_t key = hash_finish(hash_mix(sort, position));
  IndexProbe probe = index_probe(&grammar->goal_index, key);
  for (uint32_t id; index_next(&probe, &id);)
    if (grammar->goals.items[id].sort == sort && grammar->goals.items[id].position == position)
      return id;
  Goal goal = add_goal(grammar, sort, position, permission);
  index_insert(&grammar->goal_index, key, goal);
  return goal;
}

static void make_leaves(GoalMaker *maker)
{
  GoalInfo info = maker->grammar->goals.items[maker->goal];
  info.forced = info.position == POSITION_DIFFERENCE;
  if (!info.forced) {
    add_literals(maker, &info);
    add_constants(maker->grammar, &info);
  }
  maker->grammar->goals.items[maker->goal] = info;
}

/* A goal without any leaf gets a literal, whatever the weights are: terms have to end. */
static void ensure_leaf(GoalMaker *maker)
{
  GoalInfo *info = &maker->grammar->goals.items[maker->goal];
  if (info->forced || info->constants.count || info->literals.count || info->nullary.count) return;
  Term term = draw_leaf(maker, info->sort);
  if (term) VEC_PUSH(&info->literals, term);
}

/* The alternatives of a goal lie side by side. */
static void keep_alternatives(GoalMaker *maker)
{
  assert(maker->own.count == maker->untils.count);
  Grammar *grammar = maker->grammar;
  GoalInfo *info = &grammar->goals.items[maker->goal];
  info->first = (uint32_t)grammar->alternatives.count;
  info->count = (uint32_t)maker->own.count;
  info->weight = maker->weight;
  info->made = true;
  for (uint32_t i = 0; i < info->count; i++) {
    const Alternative *alternative = &maker->own.items[i];
    for (uint32_t k = 0; k < alternative->count; k++)
      grammar->productions.items[alternative->first + k].alternative = info->first + i;
  }
  VEC_APPEND(&grammar->alternatives, maker->own.items, maker->own.count);
  VEC_APPEND(&grammar->untils, maker->untils.items, maker->untils.count);
}

static GoalMaker maker_of(Grammar *grammar, Goal goal, uint64_t stream)
{
  const GoalInfo *info = &grammar->goals.items[goal];
  return (GoalMaker){.grammar = grammar,
                     .goal = goal,
                     .sort = info->sort,
                     .position = info->position,
                     .random = random_stream(grammar->seed, stream, (uint64_t)info->position)};
}

void grammar_make(Grammar *grammar, Goal goal)
{
  assert(goal && goal < grammar->goals.count && !grammar->goals.items[goal].made);
  GoalInfo *info = &grammar->goals.items[goal];
  info->stream = stable_hash(grammar->bank, info->sort);
  GoalMaker maker = maker_of(grammar, goal, info->stream);
  make_leaves(&maker);
  grammar_add_operators(&maker);
  if (maker.position == POSITION_ANY) grammar_add_forms(&maker);
  ensure_leaf(&maker);
  keep_alternatives(&maker);
  VEC_FREE(&maker.own);
  VEC_FREE(&maker.untils);
}

/* Functions of theories have the same numbers in all banks. */
void grammar_make_alternative(Grammar *grammar, uint32_t number)
{
  assert(number < grammar->alternatives.count && !grammar->alternatives.items[number].made);
  Alternative alternative = grammar->alternatives.items[number];
  uint64_t stream = hash_mix(grammar->goals.items[alternative.goal].stream, alternative.fun);
  GoalMaker maker = maker_of(grammar, alternative.goal, stream);
  grammar_begin(&maker, alternative.construct, alternative.fun, alternative.needs);
  grammar_add_productions(&maker, alternative.fun);
  assert(maker.own.count == 1);
  alternative.first = maker.own.items[0].first;
  alternative.count = maker.own.items[0].count;
  alternative.made = true;
  grammar->alternatives.items[number] = alternative;
  for (uint32_t i = 0; i < alternative.count; i++)
    grammar->productions.items[alternative.first + i].alternative = number;
  VEC_FREE(&maker.own);
}
