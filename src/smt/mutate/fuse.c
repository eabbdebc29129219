/* Why the answer stays, for scripts A and B without common symbols:
 *
 * sat: models of A and of B are a model M of both together, because nothing that they share is open: sorts
 * that only a script gives a meaning to and functions whose value is not always determined are
 * refused where both have them. Let z be f(x, y) in M. The terms that took the place of some
 * occurrences of x and y have the values of x and y in M, so M makes the changed assertions true, and z = f(x, y).
 *
 * unsat: x = for_x(y, z) and y = for_y(x, z) are asserted for each pair. In a model of the result the
 * changed assertions A' and B' have therefore the same values as A and B. Neither A nor B can
 * be true, so no model has A' and B', and none has A' or B': both are unsat, and one of them is chosen. */
#include "smt/mutate/fuse.h"

#include <assert.h>

#include "smt/mutate/fuse_internal.h"
#include "smt/mutate/fuse_pair.h"
#include "smt/mutate/mutate.h"
#include "smt/term/build.h"
#include "smt/term/rewrite.h"
#include "smt/text/roots.h"

enum { PAIRS_MAX = 3 };

typedef struct {
  Bank *bank;
  Choice *choice;
  FusePart parts[2];
  FuseNames taken, all;
  FusePair pairs[PAIRS_MAX];
  uint32_t pair_count;
  uint32_t percent;  /* of occurrences that are replaced */
  uint32_t replaced; /* so far */
  uint32_t side;     /* whose assertions are rewritten */
} Fusion;

FuseAnswer fuse_answer_of(const Bank *bank, const Script *script)
{
  FuseAnswer answer = FUSE_UNKNOWN;
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind == CMD_CHECK_SAT || command->kind == CMD_CHECK_SAT_ASSUMING) break;
    if (command->kind != CMD_SET_INFO || !symbols_equal(&bank->symbols, command->a, ":status"))
      continue;
    answer = FUSE_UNKNOWN;
    if (command->b && symbols_equal(&bank->symbols, command->b, "sat")) answer = FUSE_SAT;
    if (command->b && symbols_equal(&bank->symbols, command->b, "unsat")) answer = FUSE_UNSAT;
  }
  return answer;
}

/* --- what must not be shared -------------------------------------------------------------- */

static bool is_nonzero(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  if (node->op != OP_INTEGER && node->op != OP_REAL) return false;
  const char *text = symbols_text(&bank->symbols, node->first);
  for (size_t i = 0; i < symbols_length(&bank->symbols, node->first); i++)
    if (text[i] >= '1' && text[i] <= '9') return true;
  return false;
}

/* The value of the application may be a matter of the model. Divisions by a literal are not. */
static bool is_open(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  static const char *const divisions[] = {"div", "mod", "/", "rem"};
  Fun fun = bank_fun(bank, term);
  if (!fun) return false;
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (info->origin == FUN_SELECTOR) return true;
  if (info->origin != FUN_THEORY || !bank->notes.items[info->related].guard) return false;
  const TermNode *node = bank_node(bank, term);
  bool division = false;
  for (size_t i = 0; i < sizeof divisions / sizeof *divisions; i++)
    division |= symbols_equal(&bank->symbols, info->name, divisions[i]);
  return !division || node->count != 2 || !is_nonzero(bank, bank_args(bank, term)[1]);
}

/* A term of the part that is open in this way, or 0. */
static Term find_open(const Fusion *fusion, uint32_t side)
{
  const FusePart *part = &fusion->parts[side];
  Term found = 0;
  U32Vec terms = {0};
  Walk walk = {0};
  script_collect_terms(fusion->bank, &part->declarations, &terms);
  walk_start(&walk, fusion->bank);
  for (size_t i = 0; i < terms.count; i++) walk_add_root(&walk, terms.items[i]);
  for (size_t i = 0; i < part->asserts.count; i++) walk_add_root(&walk, part->asserts.items[i]);
  for (Term term; !found && (term = walk_next(&walk));)
    if (is_open(fusion->bank, term)) found = term;
  walk_deinit(&walk);
  VEC_FREE(&terms);
  return found;
}

static Status check_shared(const Fusion *fusion, FuseAnswer answer, Error *error)
{
  const Bank *bank = fusion->bank;
  if (answer == FUSE_UNSAT) return STATUS_OK;
  Term first = find_open(fusion, 0), second = first ? find_open(fusion, 1) : 0;
  if (!second) return STATUS_OK;
  Symbol name = funs_info(&bank->funs, bank_fun(bank, second))->name;
  return error_set(error, STATUS_SORT,
                   "both scripts apply functions such as '%.*s', whose value is not always "
                   "determined: the models may not agree on it",
                   (int)symbols_length(&bank->symbols, name), symbols_text(&bank->symbols, name));
}

/* --- pairs -------------------------------------------------------------------------------- */

static Term declare_fused(Fusion *fusion, Sort sort)
{
  FunInfo info = {.name = fuse_names_fresh(&fusion->all, fusion->bank, "fused", 5),
                  .origin = FUN_DECLARED};
  Fun fun = bank_script_fun(fusion->bank, &info, &sort);
  return bank_term(fusion->bank, funs_info(&fusion->bank->funs, fun)->op, sort, NULL, 0);
}

static bool is_paired(const Fusion *fusion, Term x, Term y)
{
  for (uint32_t i = 0; i < fusion->pair_count; i++)
    if (fusion->pairs[i].x == x || fusion->pairs[i].y == y) return true;
  return false;
}

/* A pair of constants that are in no pair yet. */
static bool choose_pair(Fusion *fusion)
{
  const Bank *bank = fusion->bank;
  const U32Vec *xs = &fusion->parts[0].constants, *ys = &fusion->parts[1].constants;
  uint32_t start = xs->count ? choose(fusion->choice, (uint32_t)xs->count) : 0;
  for (size_t i = 0; i < xs->count; i++) {
    Term x = xs->items[(start + i) % xs->count];
    Sort sort = bank_sort(bank, x);
    uint32_t begin = ys->count ? choose(fusion->choice, (uint32_t)ys->count) : 0;
    for (size_t k = 0; k < ys->count && fuse_pair_has(bank, sort); k++) {
      Term y = ys->items[(begin + k) % ys->count];
      if (bank_sort(bank, y) != sort || is_paired(fusion, x, y)) continue;
      FusePair *pair = &fusion->pairs[fusion->pair_count++];
      *pair = (FusePair){.x = x, .y = y, .z = declare_fused(fusion, sort)};
      fuse_pair_choose(pair, fusion->bank, fusion->choice);
      return true;
    }
  }
  return false;
}

/* --- occurrences -------------------------------------------------------------------------- */

static Term maybe_replaced(Fusion *fusion, Term term)
{
  for (uint32_t i = 0; i < fusion->pair_count; i++) {
    const FusePair *pair = &fusion->pairs[i];
    if (term != (fusion->side ? pair->y : pair->x)) continue;
    if (!choose_percent(fusion->choice, fusion->percent)) return term;
    fusion->replaced++;
    return fusion->side ? pair->for_y : pair->for_x;
  }
  return term;
}

/* Patterns of quantifiers stay. */
static Term replace_some(void *context, Term old, Term *args)
{
  Fusion *fusion = context;
  const TermNode *node = bank_node(fusion->bank, old);
  bool annotation = bank_operator(fusion->bank, node->op)->kind == OPERATOR_ANNOTATION;
  uint32_t count = annotation ? 1 : node->count;
  for (uint32_t i = 0; i < count; i++) args[i] = maybe_replaced(fusion, args[i]);
  return 0;
}

static void replace_in_part(Fusion *fusion, uint32_t side, U32Vec *asserts)
{
  const FusePart *part = &fusion->parts[side];
  fusion->side = side;
  for (size_t i = 0; i < part->asserts.count; i++) {
    Term term = rewrite_term(fusion->bank, part->asserts.items[i], replace_some, fusion);
    VEC_PUSH(asserts, maybe_replaced(fusion, term));
  }
}

/* --- the result --------------------------------------------------------------------------- */

static void add_assertion(Script *result, Term term)
{
  VEC_PUSH(&result->commands, ((Command){.kind = CMD_ASSERT, .a = term}));
}

static void add_equation(const Fusion *fusion, Script *result, Term left, Term right)
{
  Term sides[2] = {left, right};
  add_assertion(result, build(fusion->bank, "=", 0, sides, 2));
}

static void add_pairs(const Fusion *fusion, FuseAnswer answer, Script *result)
{
  for (uint32_t i = 0; i < fusion->pair_count; i++) {
    const FusePair *pair = &fusion->pairs[i];
    if (answer == FUSE_UNSAT) {
      add_equation(fusion, result, pair->x, pair->for_x);
      add_equation(fusion, result, pair->y, pair->for_y);
    }
    if (choose(fusion->choice, 2)) add_equation(fusion, result, pair->z, pair->fused);
  }
}

static Term conjunction(Bank *bank, const U32Vec *terms)
{
  if (terms->count == 1) return terms->items[0];
  if (terms->count == 0) return build(bank, "true", 0, NULL, 0);
  return build(bank, "and", 0, terms->items, (uint32_t)terms->count);
}

static void add_assertions(Fusion *fusion, FuseAnswer answer, Script *result)
{
  U32Vec asserts[2] = {0};
  for (fusion->percent = 50; fusion->percent <= 100 && !fusion->replaced; fusion->percent += 50)
    for (uint32_t side = 0; side < 2; side++) {
      asserts[side].count = 0;
      replace_in_part(fusion, side, &asserts[side]);
    }
  if (answer == FUSE_UNSAT && choose(fusion->choice, 2)) {
    Term sides[2] = {conjunction(fusion->bank, &asserts[0]),
                     conjunction(fusion->bank, &asserts[1])};
    add_assertion(result, build(fusion->bank, "or", 0, sides, 2));
  } else {
    for (uint32_t side = 0; side < 2; side++)
      for (size_t i = 0; i < asserts[side].count; i++)
        add_assertion(result, asserts[side].items[i]);
  }
  VEC_FREE(&asserts[0]);
  VEC_FREE(&asserts[1]);
}

static void add_declarations(const Fusion *fusion, Script *result)
{
  for (uint32_t side = 0; side < 2; side++) {
    const Script *from = &fusion->parts[side].declarations;
    for (size_t i = 0; i < from->commands.count; i++) {
      Command command = from->commands.items[i];
      command.first = (uint32_t)result->pool.count;
      VEC_APPEND(&result->pool, script_list(from, &from->commands.items[i]), command.count);
      VEC_PUSH(&result->commands, command);
    }
  }
  for (uint32_t i = 0; i < fusion->pair_count; i++)
    VEC_PUSH(&result->commands, ((Command){.kind = CMD_DECLARE_CONST,
                                           .a = bank_fun(fusion->bank, fusion->pairs[i].z)}));
}

static void join(Logic *logic, const Logic *other)
{
  logic->parts |= other->parts;
  logic->all |= other->all;
  if (other->arithmetic > logic->arithmetic) logic->arithmetic = other->arithmetic;
}

/* The logics of both scripts and what the fusion brings. */
static Symbol joined_logic(Bank *bank, const Script *first, const Script *second,
                           const Script *result)
{
  Logic logic = mutate_logic_of_script(bank, first), other = mutate_logic_of_script(bank, second);
  join(&logic, &other);
  Logic used = logic_infer(bank, result);
  if (!logic_includes(&logic, &used)) join(&logic, &used);
  StrBuf name;
  strbuf_init(&name, 0);
  logic_name(&logic, &name);
  Symbol symbol = symbols_intern(&bank->symbols, strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  return symbol;
}

static void write_result(Fusion *fusion, const Script *first, const Script *second,
                         FuseAnswer answer, Script *result)
{
  SymbolTable *symbols = &fusion->bank->symbols;
  result->commands.count = result->pool.count = 0;
  VEC_PUSH(&result->commands, ((Command){.kind = CMD_SET_LOGIC}));
  if (answer != FUSE_UNKNOWN) {
    Command status = {.kind = CMD_SET_INFO, .a = symbols_intern(symbols, ":status", 7)};
    status.b = answer == FUSE_SAT ? symbols_intern(symbols, "sat", 3)
                                  : symbols_intern(symbols, "unsat", 5);
    VEC_PUSH(&result->commands, status);
  }
  add_declarations(fusion, result);
  add_assertions(fusion, answer, result);
  add_pairs(fusion, answer, result);
  VEC_PUSH(&result->commands, ((Command){.kind = CMD_CHECK_SAT}));
  result->logic = result->commands.items[0].a = joined_logic(fusion->bank, first, second, result);
}

static Status prepare(Fusion *fusion, const Script *first, const Script *second, FuseAnswer answer,
                      Error *error)
{
  Bank *bank = fusion->bank;
  Logic uses[2] = {logic_infer(bank, first), logic_infer(bank, second)};
  if (uses[0].parts & uses[1].parts & LOGIC_SEPARATION)
    return error_set(error, STATUS_SORT, "both scripts are about the same heap");
  fuse_see_names(bank, first, &fusion->all);
  fuse_see_names(bank, second, &fusion->all);
  Status status =
      fuse_part_init(&fusion->parts[0], bank, first, NULL, &fusion->taken, &fusion->all, error);
  if (!status)
    status = fuse_part_init(&fusion->parts[1], bank, second, &fusion->parts[0], &fusion->taken,
                            &fusion->all, error);
  if (!status) status = check_shared(fusion, answer, error);
  if (status) return status;
  uint32_t wanted = 1 + choose(fusion->choice, PAIRS_MAX);
  while (fusion->pair_count < wanted && choose_pair(fusion)) continue;
  if (fusion->pair_count) return STATUS_OK;
  return error_set(error, STATUS_SORT,
                   "no sort of numbers, bit-vectors, strings or Booleans has constants in both "
                   "scripts");
}

Status fuse_pair(Bank *bank, const Script *first, const Script *second, FuseAnswer answer,
                 Choice *choice, Script *result, Error *error)
{
  assert(!choice->enumerate);
  Fusion fusion = {.bank = bank, .choice = choice};
  Status status = prepare(&fusion, first, second, answer, error);
  if (!status) write_result(&fusion, first, second, answer, result);
  fuse_part_deinit(&fusion.parts[0]);
  fuse_part_deinit(&fusion.parts[1]);
  fuse_names_deinit(&fusion.taken);
  fuse_names_deinit(&fusion.all);
  return status;
}
