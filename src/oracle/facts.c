#include "oracle/facts.h"

#include <string.h>

#include "smtlib/logic.h"
#include "term/traverse.h"

/* --- status --- */

static AnswerKind status_of(const Bank *bank, const Command *command)
{
  if (command->b && symbols_equal(&bank->symbols, command->b, "sat")) return ANSWER_SAT;
  if (command->b && symbols_equal(&bank->symbols, command->b, "unsat")) return ANSWER_UNSAT;
  return ANSWER_UNKNOWN;
}

/* A status is about the next query. Scripts that do not have one for each are not to be trusted: theirs
 * may be about all queries, or about another one. */
static void find_statuses(const Bank *bank, const Script *script, Facts *facts)
{
  AnswerKind status = ANSWER_OTHER;
  bool complete = true;
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind == CMD_SET_INFO && symbols_equal(&bank->symbols, command->a, ":status"))
      status = status_of(bank, command);
    if (command->kind != CMD_CHECK_SAT && command->kind != CMD_CHECK_SAT_ASSUMING) continue;
    complete = complete && status != ANSWER_OTHER;
    VEC_PUSH(&facts->statuses, status);
    status = ANSWER_OTHER;
  }
  /* Queries that only a solver knows (check-sat-using) would shift the numbers. */
  if (!complete || facts->statuses.count != facts->traits.queries) facts->statuses.count = 0;
}

AnswerKind facts_status(const Facts *facts, size_t query)
{
  return query < facts->statuses.count ? facts->statuses.items[query] : ANSWER_UNKNOWN;
}

AnswerKind facts_computed(const Facts *facts, size_t query)
{
  return query < facts->computed.count ? facts->computed.items[query] : ANSWER_UNKNOWN;
}

/* --- commands --- */

/* Options that no solver refuses. Those for proofs, cores and the like it need not have. */
static bool is_harmless_option(const Bank *bank, Symbol keyword)
{
  static const char *const standard[] = {":print-success", ":produce-models", ":random-seed",
                                         ":verbosity"};
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
    if (symbols_equal(&bank->symbols, keyword, standard[i])) return true;
  return false;
}

static void see_command(const Bank *bank, const Command *command, Facts *facts)
{
  switch (command->kind) {
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN: facts->constants = true; break;
  case CMD_SET_OPTION: facts->plain = facts->plain && is_harmless_option(bank, command->a); break;
  /* There may be no function as it is defined, which no model of the assertions shows. */
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC: facts->conclusive = false; break;
  case CMD_DECLARE_SORT_PARAMETER:
  case CMD_EXTENSION:
    facts->conclusive = false;
    facts->plain = false;
    break;
  default: break;
  }
}

/* Operators of the standard, as every solver for the logic has to know them. Where an Int stands for a
 * Real the parser has put a to_real, which not every solver does. */
static bool is_standard_operator(const Bank *bank, Fun fun)
{
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (info->origin != FUN_THEORY) return true;
  const TheoryNote *note = &bank->notes.items[info->related];
  return bank->theories.items[info->theory].standard && !note->extension && !note->since &&
         !symbols_equal(&bank->symbols, info->name, "to_real");
}

static bool uses_standard_operators(const Bank *bank, const Script *script)
{
  U32Vec terms = {0};
  script_collect_terms(bank, script, &terms);
  Walk walk = {0};
  walk_start(&walk, bank);
  for (size_t i = 0; i < terms.count; i++) walk_add_root(&walk, terms.items[i]);
  bool standard = true;
  for (Term term; standard && (term = walk_next(&walk));) {
    Fun fun = bank_fun(bank, term);
    standard = !fun || is_standard_operator(bank, fun);
  }
  walk_deinit(&walk);
  VEC_FREE(&terms);
  return standard;
}

static void find_logic(const Bank *bank, const Script *script, Facts *facts)
{
  Logic declared, used = logic_infer(bank, script);
  StrBuf name;
  strbuf_init(&name, 0);
  if (!script->logic) {
    logic_name(&used, &name);
  } else {
    strbuf_add(&name, symbols_text(&bank->symbols, script->logic),
               symbols_length(&bank->symbols, script->logic));
    if (!logic_parse(strbuf_text(&name), name.length, &declared) ||
        !logic_includes(&declared, &used))
      facts->plain = false;
  }
  facts->logic = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
}

Status facts_read(Bank *bank, const char *text, uint64_t length, Facts *facts, Error *error)
{
  *facts = (Facts){.traits = script_traits(text, length)};
  Script script = {0};
  Status status = script_read(bank, text, length, &script, error);
  if (status == STATUS_OK) {
    facts->understood = true;
    facts->conclusive = true;
    facts->plain = !facts->traits.foreign;
    for (size_t i = 0; i < script.commands.count; i++)
      see_command(bank, &script.commands.items[i], facts);
    find_statuses(bank, &script, facts);
    find_logic(bank, &script, facts);
    facts->plain = facts->plain && uses_standard_operators(bank, &script);
  }
  script_deinit(&script);
  return status;
}

void facts_deinit(Facts *facts)
{
  free(facts->logic);
  VEC_FREE(&facts->statuses);
  VEC_FREE(&facts->computed);
  *facts = (Facts){0};
}
