/* Moves on commands. */
#include <assert.h>

#include "language/smt/reduce/move.h"
#include "language/smt/reduce/prune.h"
#include "smt/text/logic.h"

static const Command *command_at(const Work *work, size_t i)
{
  assert(i < work->script.commands.count);
  return &work->script.commands.items[i];
}

void move_assertions(Work *work, Edits *edits)
{
  for (uint32_t i = 0; i < work->script.commands.count; i++) {
    CommandKind kind = command_at(work, i)->kind;
    if (kind == CMD_ASSERT || kind == CMD_ASSERT_SOFT) MOVE_PUSH(edits, EDIT_DROP_COMMANDS, i, i);
  }
}

/* Can the command go by itself, whatever the others are? */
static bool is_free(CommandKind kind)
{
  switch (kind) {
  case CMD_ASSERT:
  case CMD_ASSERT_SOFT:
  case CMD_PUSH:
  case CMD_POP: return false;
  default: return kind < CMD_DECLARE_SORT || kind > CMD_ASSERT;
  }
}

/* Commands that are text to us only because they cannot be read are left to those who work on text. */
void move_commands(Work *work, Edits *edits)
{
  Pruner pruner = {0};
  U32Vec unused = {0};
  if (!work->prune) pruner_find_unused(&pruner, work->bank, &work->script, &unused);
  size_t next = 0;
  for (uint32_t i = 0; i < work->script.commands.count; i++) {
    while (next < unused.count && unused.items[next] < i) next++;
    bool is_unused = next < unused.count && unused.items[next] == i;
    if (work->opaque && command_at(work, i)->kind == CMD_EXTENSION) continue;
    if (is_unused || is_free(command_at(work, i)->kind)) MOVE_PUSH(edits, EDIT_DROP_COMMANDS, i, i);
  }
  VEC_FREE(&unused);
  pruner_deinit(&pruner);
}

/* Pushes and the pops of the same number of levels that end them. */
void move_blocks(Work *work, Edits *edits)
{
  U32Vec open = {0};
  for (uint32_t i = 0; i < work->script.commands.count; i++) {
    const Command *command = command_at(work, i);
    if (command->kind == CMD_PUSH) VEC_PUSH(&open, i);
    if (command->kind != CMD_POP) continue;
    bool fits = open.count && command_at(work, open.items[open.count - 1])->a == command->a;
    if (fits) {
      uint32_t begin = open.items[--open.count];
      MOVE_PUSH(edits, EDIT_DROP_COMMANDS, begin, i);
      MOVE_PUSH(edits, EDIT_DROP_PAIR, begin, i);
    } else {
      open.count = 0;
      MOVE_PUSH(edits, EDIT_DROP_COMMANDS, i, i);
    }
  }
  for (size_t i = 0; i < open.count; i++)
    MOVE_PUSH(edits, EDIT_DROP_COMMANDS, open.items[i], open.items[i]);
  VEC_FREE(&open);
}

void move_items(Work *work, Edits *edits)
{
  for (uint32_t i = 0; i < work->script.commands.count; i++) {
    const Command *command = command_at(work, i);
    bool assumptions = command->kind == CMD_CHECK_SAT_ASSUMING;
    if (!assumptions && command->kind != CMD_GET_VALUE) continue;
    for (uint32_t item = 0; item < command->count; item++)
      if (assumptions || command->count > 1) MOVE_PUSH(edits, EDIT_DROP_ITEM, i, item);
  }
}

static bool is_conjunction(const Bank *bank, Term term)
{
  Fun fun = bank_fun(bank, term);
  return fun && symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, "and");
}

void move_split(Work *work, Edits *edits)
{
  for (uint32_t i = 0; i < work->script.commands.count; i++) {
    const Command *command = command_at(work, i);
    if (command->kind == CMD_ASSERT && is_conjunction(work->bank, command->a))
      MOVE_PUSH(edits, EDIT_SPLIT, i, 0);
  }
}

/* The smallest logic that holds the script, and ALL. */
static void add_logics(Work *work, uint32_t number, Edits *edits)
{
  SymbolTable *symbols = &work->bank->symbols;
  Logic logic = logic_infer(work->bank, &work->script);
  StrBuf name;
  strbuf_init(&name, 0);
  logic_name(&logic, &name);
  Symbol smallest = symbols_intern(symbols, strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  MOVE_PUSH(edits, EDIT_COMMAND_SYMBOL, number, smallest);
  MOVE_PUSH(edits, EDIT_COMMAND_SYMBOL, number, symbols_intern(symbols, "ALL", 3));
}

void move_shapes(Work *work, Edits *edits)
{
  const Bank *bank = work->bank;
  for (uint32_t i = 0; i < work->script.commands.count; i++) {
    const Command command = *command_at(work, i);
    switch (command.kind) {
    case CMD_SET_LOGIC: add_logics(work, i, edits); break;
    case CMD_CHECK_SAT_ASSUMING: MOVE_PUSH(edits, EDIT_COMMAND_KIND, i, CMD_CHECK_SAT); break;
    case CMD_ASSERT_SOFT: MOVE_PUSH(edits, EDIT_COMMAND_KIND, i, CMD_ASSERT); break;
    case CMD_DECLARE_FUN:
      if (funs_info(&bank->funs, command.a)->arity == 0)
        MOVE_PUSH(edits, EDIT_COMMAND_KIND, i, CMD_DECLARE_CONST);
      break;
    case CMD_DEFINE_FUN:
      if (funs_info(&bank->funs, command.a)->arity == 0)
        MOVE_PUSH(edits, EDIT_COMMAND_KIND, i, CMD_DEFINE_CONST);
      break;
    default: break;
    }
  }
}
