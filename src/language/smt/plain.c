#include "language/smt/plain.h"

#include <assert.h>

#include "language/smt/plain_names.h"
#include "smt/term/traverse.h"

static bool is_one_of(const Bank *bank, Symbol symbol, const char *const *words)
{
  for (; *words; words++)
    if (symbols_equal(&bank->symbols, symbol, *words)) return true;
  return false;
}

/* --- commands --- */

/* Where a script is: what is allowed depends on what stands before it. */
typedef struct {
  bool begun;   /* the logic is set, or there was a command that needs one */
  bool queried; /* a check was answered, and nothing has changed since */
} Place;

/* Options that no solver refuses. Those for proofs, cores and the like it need not have, and some are only for the
 * start. */
static bool is_harmless_option(const Bank *bank, Symbol keyword, bool begun)
{
  static const char *const always[] = {":print-success", ":verbosity", NULL};
  static const char *const first[] = {":produce-models", ":random-seed", NULL};
  return is_one_of(bank, keyword, always) || (!begun && is_one_of(bank, keyword, first));
}

static bool is_known_version(const Bank *bank, const Command *info)
{
  static const char *const versions[] = {"2.0", "2.5", "2.6", NULL};
  return !symbols_equal(&bank->symbols, info->a, ":smt-lib-version") ||
         (info->b && is_one_of(bank, info->b, versions));
}

/* Questions that are wrong or unanswerable at their place are the script's fault. */
static bool is_plain_command(const Bank *bank, const Command *command, const Place *place)
{
  switch (command->kind) {
  case CMD_SET_LOGIC: return !place->begun;
  case CMD_SET_OPTION: return is_harmless_option(bank, command->a, place->begun);
  case CMD_SET_INFO: return is_known_version(bank, command);
  case CMD_GET_MODEL:
  case CMD_GET_VALUE: return place->queried;
  case CMD_GET_ASSIGNMENT:
  case CMD_GET_UNSAT_CORE:
  case CMD_GET_UNSAT_ASSUMPTIONS:
  case CMD_GET_PROOF:
  case CMD_GET_ASSERTIONS:
  case CMD_GET_INFO:
  case CMD_GET_OPTION:
  case CMD_ASSERT_SOFT:
  case CMD_MINIMIZE:
  case CMD_MAXIMIZE:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES:
  case CMD_DECLARE_SORT_PARAMETER:
  case CMD_EXTENSION: return false;
  default: return true;
  }
}

static void move_on(Place *place, CommandKind kind)
{
  switch (kind) {
  case CMD_SET_INFO:
  case CMD_SET_OPTION:
  case CMD_ECHO:
  case CMD_GET_MODEL:
  case CMD_GET_VALUE: return;
  case CMD_RESET: *place = (Place){0}; return;
  default:
    *place =
        (Place){.begun = true, .queried = kind == CMD_CHECK_SAT || kind == CMD_CHECK_SAT_ASSUMING};
  }
}

static bool has_plain_commands(const Bank *bank, const Script *script)
{
  Place place = {0};
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (!is_plain_command(bank, command, &place)) return false;
    move_on(&place, command->kind);
  }
  return true;
}

/* --- terms --- */

/* Where an Int stands for a Real the parser has put a to_real, which not every solver does. A `char` that
 * is still there is none of the alphabet. */
static bool is_standard_function(const Bank *bank, const FunInfo *info, uint32_t arguments)
{
  static const char *const extended[] = {"to_real", "char", NULL};
  if (info->origin == FUN_UPDATER) return false;
  if (info->origin != FUN_THEORY) return true;
  const TheoryNote *note = &bank->notes.items[info->related];
  const Theory *theory = &bank->theories.items[info->theory];
  if (!theory->standard || note->extension || note->since) return false;
  if (is_one_of(bank, info->name, extended)) return false;
  /* More than two arguments are newer than version 2.6, and one is in no version. */
  if (symbols_equal(&bank->symbols, theory->name, "FixedSizeBitVectors")) return arguments <= 2;
  static const char *const connectives[] = {"and", "or", NULL};
  return arguments != 1 || !is_one_of(bank, info->name, connectives);
}

/* Attributes of other names may mean something to a solver. Patterns are terms with operators. */
static bool is_standard_annotation(const Bank *bank, Term term, Symbol keyword)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  if (symbols_equal(&bank->symbols, keyword, ":named")) return true;
  if (!symbols_equal(&bank->symbols, keyword, ":pattern") || node->count < 2) return false;
  for (uint32_t i = 1; i < node->count; i++)
    if (bank_node(bank, bank_args(bank, term)[i])->op < OP_FIRST_APPLICATION) return false;
  return true;
}

static bool is_plain_term(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  const OperatorInfo *info = bank_operator(bank, node->op);
  switch (info->kind) {
  case OPERATOR_APPLY:
    return is_standard_function(bank, funs_info(&bank->funs, info->fun), node->count);
  case OPERATOR_ANNOTATION: return is_standard_annotation(bank, term, info->fun);
  case OPERATOR_STRUCTURAL:
    return node->op != OP_LAMBDA && node->op != OP_WITNESS && node->op != OP_COMPREHENSION;
  default: return true;
  }
}

/* Logics with arrays say of which sorts; Bool and other arrays are in none of them. */
static bool is_odd_part(const Bank *bank, Sort part)
{
  SortClass class = sorts_class(&bank->sorts, part);
  return class == SORT_BOOL || class == SORT_ARRAY;
}

static bool has_odd_array(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  return sorts_class(&bank->sorts, sort) == SORT_ARRAY &&
         (is_odd_part(bank, sorts_arg(&bank->sorts, sort, 0)) ||
          is_odd_part(bank, sorts_arg(&bank->sorts, sort, 1)));
}

static void start_walk(const Bank *bank, const Script *script, Walk *walk)
{
  U32Vec terms = {0};
  script_collect_terms(bank, script, &terms);
  walk_start(walk, bank);
  for (size_t i = 0; i < terms.count; i++) walk_add_root(walk, terms.items[i]);
  VEC_FREE(&terms);
}

static bool has_plain_terms(const Bank *bank, const Script *script, bool any_array)
{
  Walk walk = {0};
  start_walk(bank, script, &walk);
  bool plain = true;
  for (Term term; plain && (term = walk_next(&walk));)
    plain = is_plain_term(bank, term) && (any_array || !has_odd_array(bank, bank_sort(bank, term)));
  walk_deinit(&walk);
  return plain;
}

/* cvc5 takes either square root and any value of these inverse functions at 1 and -1; the evaluator takes the functions of
 * mathematics. A `char` that is still there is none of the alphabet: the standard gives it no value. */
static const char *const read_in_two_ways[] = {"sqrt", "arcsec", "arccsc", "arccot", "char", NULL};

static bool is_open_extension(const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (info->origin != FUN_THEORY) return false;
  if (is_one_of(bank, info->name, read_in_two_ways)) return true;
  const TheoryNote *note = &bank->notes.items[info->related];
  return note->guard && (note->extension || !bank->theories.items[info->theory].standard);
}

static bool is_read_in_two_ways(const Bank *bank, Fun fun)
{
  const FunInfo *info = funs_info(&bank->funs, fun);
  return info->origin == FUN_THEORY && is_one_of(bank, info->name, read_in_two_ways);
}

static bool has_function(const Bank *bank, const Script *script, bool (*is)(const Bank *, Fun))
{
  Walk walk = {0};
  start_walk(bank, script, &walk);
  bool found = false;
  for (Term term; !found && (term = walk_next(&walk));) {
    Fun fun = bank_fun(bank, term);
    found = fun && is(bank, fun);
  }
  walk_deinit(&walk);
  return found;
}

bool smtlib_has_open_extension(const Bank *bank, const Script *script)
{
  return has_function(bank, script, is_open_extension);
}

bool smtlib_is_read_in_two_ways(const Bank *bank, const Script *script)
{
  return has_function(bank, script, is_read_in_two_ways);
}

/* --- all --- */

bool smtlib_is_plain(const Bank *bank, const Script *script, const Logic *used)
{
  Logic declared;
  if (!script->logic) return false; /* it has to say what it is about */
  const char *name = symbols_text(&bank->symbols, script->logic);
  if (!logic_parse(name, symbols_length(&bank->symbols, script->logic), &declared) ||
      !logic_includes(&declared, used))
    return false;
  return has_plain_commands(bank, script) && has_plain_terms(bank, script, declared.all) &&
         smtlib_has_plain_names(bank, script);
}
