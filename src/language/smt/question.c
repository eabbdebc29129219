#include "language/smt/question.h"

#include <assert.h>
#include <string.h>

#include "smt/text/print.h"
#include "smt/text/scan.h"

/* Constants that are known where the script is; scopes are not followed. */
typedef struct {
  U32Vec constants; /* Fun */
  bool
      whole; /* values of these are a model: nothing else was declared, and nothing was taken back */
} Known;

static bool is_constant(const Bank *bank, Fun fun)
{
  assert(fun && bank_has_fun(bank, fun));
  return funs_info(&bank->funs, fun)->arity == 0 &&
         sorts_class(&bank->sorts, funs_result(&bank->funs, fun)) != SORT_FUNCTION;
}

static void take_command(const Bank *bank, const Command *command, Known *known)
{
  switch (command->kind) {
  case CMD_DECLARE_FUN:
  case CMD_DECLARE_CONST:
    if (is_constant(bank, command->a))
      VEC_PUSH(&known->constants, command->a);
    else
      known->whole = false;
    break;
  case CMD_DECLARE_SORT:
  case CMD_POP:
  case CMD_RESET:
  case CMD_RESET_ASSERTIONS:
  case CMD_EXTENSION: known->whole = false; break;
  default: break;
  }
}

static bool is_query(const Command *command)
{
  return command->kind == CMD_CHECK_SAT || command->kind == CMD_CHECK_SAT_ASSUMING;
}

/* --- asking --- */

static void add_question(const Bank *bank, const Known *known, ProfileAsk ask, StrBuf *out)
{
  assert(ask != ASK_NOTHING);
  if (ask == ASK_MODEL) {
    strbuf_add_text(out, "\n(get-model)");
    return;
  }
  strbuf_add_text(out, "\n(get-value (");
  for (size_t i = 0; i < known->constants.count; i++) {
    if (i) strbuf_add_char(out, ' ');
    print_symbol(out, bank, funs_info(&bank->funs, known->constants.items[i])->name);
  }
  strbuf_add_text(out, "))");
}

static bool asks_itself(const Command *command)
{
  return command->kind == CMD_GET_MODEL || command->kind == CMD_GET_VALUE ||
         command->kind == CMD_GET_ASSIGNMENT || command->kind == CMD_ECHO;
}

/* Appends the text up to the end of the command, from where the last one ended. */
static bool copy_to_end(const FileText *text, const Command *command, uint64_t *done, StrBuf *out)
{
  assert(*done <= text->length);
  uint64_t end;
  if (!scan_list_end(text->bytes, text->length, command->offset, &end) || end < *done) return false;
  strbuf_add(out, text->bytes + *done, end - *done);
  *done = end;
  return true;
}

bool smtlib_ask_models(const Examination *examination, const Vote *vote, ProfileAsk ask,
                       StrBuf *out)
{
  const Bank *bank = examination->bank;
  const Script *script = &examination->script;
  Known known = {.whole = true};
  uint64_t done = 0;
  size_t query = 0;
  bool possible = ask != ASK_NOTHING, asked = false;
  strbuf_add_text(out, "(set-option :produce-models true)\n");
  for (size_t i = 0; i < script->commands.count && possible; i++) {
    const Command *command = &script->commands.items[i];
    take_command(bank, command, &known);
    possible = !asks_itself(command);
    if (!possible || !is_query(command) || vote_answer(vote, query++) != SAYS_SAT) continue;
    possible = copy_to_end(examination->text, command, &done, out) &&
               (ask == ASK_MODEL || (known.whole && known.constants.count));
    add_question(bank, &known, ask, out);
    asked = true;
  }
  assert(done <= examination->text->length);
  strbuf_add(out, examination->text->bytes + done, examination->text->length - done);
  VEC_FREE(&known.constants);
  return possible && asked;
}

/* --- answers --- */

static bool has_all(const Bank *bank, const Script *script, const Command *command,
                    const U32Vec *constants)
{
  const uint32_t *terms = script_list(script, command);
  for (size_t i = 0; i < constants->count; i++) {
    bool found = false;
    for (uint32_t k = 0; k < command->count && !found; k++)
      found =
          bank_fun(bank, terms[k]) == constants->items[i] && bank_node(bank, terms[k])->count == 0;
    if (!found) return false;
  }
  return true;
}

bool smtlib_values_are_models(const Bank *bank, const Script *script)
{
  Known known = {.whole = true};
  bool asked = false, all = true;
  for (size_t i = 0; i < script->commands.count && all; i++) {
    const Command *command = &script->commands.items[i];
    take_command(bank, command, &known);
    if (command->kind == CMD_GET_ASSIGNMENT) all = false;
    if (command->kind != CMD_GET_VALUE) continue;
    asked = true;
    all = known.whole && has_all(bank, script, command, &known.constants);
  }
  VEC_FREE(&known.constants);
  return asked && all;
}
