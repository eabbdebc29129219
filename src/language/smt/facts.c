#include "language/smt/facts.h"

#include <string.h>

#include "language/smt/plain.h"
#include "language/smt/plain_names.h"

/* --- traits --- */

/* Of a script that has been read: its text is not scanned once more. Terms in commands that are kept as text have not been
 * read, and what is printed has to be looked at: there the scan is right. */
static ScriptTraits traits_of(const Examination *examination)
{
  const Script *script = &examination->script;
  uint32_t parts = examination->used.parts;
  ScriptTraits traits = {.strings = (parts & (LOGIC_STRINGS | LOGIC_SEQUENCES)) != 0,
                         .floats = (parts & LOGIC_FLOATS) != 0};
  for (size_t i = 0; i < script->commands.count && !traits.foreign && !traits.echoes; i++)
    script_traits_add(&traits, command_kind_flags(script->commands.items[i].kind));
  if (!traits.foreign && !traits.echoes) return traits;
  return script_traits(examination->text->bytes, examination->text->length);
}

/* --- status --- */

static SolverAnswer status_of(const Bank *bank, const Command *command)
{
  if (command->b && symbols_equal(&bank->symbols, command->b, "sat")) return SAYS_SAT;
  if (command->b && symbols_equal(&bank->symbols, command->b, "unsat")) return SAYS_UNSAT;
  return SAYS_UNKNOWN;
}

/* A status is about the next query. Scripts that do not have one for each are not to be trusted: theirs
 * may be about all queries, or about another one. */
static void find_statuses(const Bank *bank, const Script *script, Facts *facts)
{
  SolverAnswer status = SAYS_NOTHING;
  bool complete = true;
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind == CMD_SET_INFO && symbols_equal(&bank->symbols, command->a, ":status"))
      status = status_of(bank, command);
    if (command->kind != CMD_CHECK_SAT && command->kind != CMD_CHECK_SAT_ASSUMING) continue;
    complete = complete && status != SAYS_NOTHING;
    VEC_PUSH(&facts->statuses, status);
    status = SAYS_NOTHING;
  }
  /* Queries that only a solver knows (check-sat-using) would shift the numbers. */
  if (!complete || facts->statuses.count != facts->traits.queries) facts->statuses.count = 0;
}

/* --- commands --- */

static void see_command(const Command *command, Facts *facts)
{
  switch (command->kind) {
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN: facts->constants = true; break;
  /* There may be no function as it is defined, which no model of the assertions shows. */
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC:
  case CMD_DECLARE_SORT_PARAMETER:
  case CMD_DECLARE_CB: /* no solver knows what it computes */
  case CMD_DECLARE_ORACLE_FUN:
  case CMD_EXTENSION: facts->conclusive = false; break;
  default: break;
  }
}

static char *logic_text(const Bank *bank, const Script *script, const Logic *used)
{
  StrBuf name;
  strbuf_init(&name, 0);
  if (script->logic)
    strbuf_add(&name, symbols_text(&bank->symbols, script->logic),
               symbols_length(&bank->symbols, script->logic));
  else
    logic_name(used, &name);
  char *copy = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  return copy;
}

void smtlib_facts_read(Examination *examination, Facts *facts)
{
  Bank *bank = examination->bank;
  const Script *script = &examination->script;
  bool understood = examination->error.status == STATUS_OK;
  if (understood) examination->used = logic_infer(bank, script);
  *facts = (Facts){
      .traits = understood ? traits_of(examination)
                           : script_traits(examination->text->bytes, examination->text->length)};
  if (!understood) return;
  facts->understood = true;
  facts->ambiguous = smtlib_has_open_extension(bank, script);
  facts->conclusive = !facts->ambiguous;
  facts->logic = logic_text(bank, script, &examination->used);
  facts->plain =
      !facts->traits.foreign && script->dialects.count == 0 &&
      smtlib_is_plain(bank, script, &examination->used) &&
      !smtlib_has_old_datatypes(script, examination->text->bytes, examination->text->length);
  for (size_t i = 0; i < script->commands.count; i++)
    see_command(&script->commands.items[i], facts);
  find_statuses(bank, script, facts);
}
