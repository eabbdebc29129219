/* Moves on the functions that a script declares and defines. */
#include <assert.h>

#include "language/smt/reduce/move.h"

static const Command *command_at(const Work *work, size_t i)
{
  assert(i < work->script.commands.count);
  return &work->script.commands.items[i];
}

void move_definitions(Work *work, Edits *edits)
{
  for (size_t i = work->script.commands.count; i-- > 0;) {
    const Command *command = command_at(work, i);
    if (command->kind == CMD_DEFINE_FUN || command->kind == CMD_DEFINE_CONST)
      MOVE_PUSH(edits, EDIT_UNDEFINE, command->a, 0);
  }
  for (size_t i = work->script.commands.count; i-- > 0;) {
    const Command *command = command_at(work, i);
    if (command->kind == CMD_DEFINE_FUN || command->kind == CMD_DEFINE_CONST)
      MOVE_PUSH(edits, EDIT_INLINE, command->a, 0);
  }
}

static void add_parameters(const Work *work, Fun fun, Edits *edits)
{
  uint32_t arity = funs_info(&work->bank->funs, fun)->arity;
  for (uint32_t i = 0; i < arity; i++) MOVE_PUSH(edits, EDIT_DROP_PARAMETER, fun, i);
}

void move_parameters(Work *work, Edits *edits)
{
  for (size_t i = 0; i < work->script.commands.count; i++) {
    const Command *command = command_at(work, i);
    switch (command->kind) {
    case CMD_DECLARE_FUN:
    case CMD_DEFINE_FUN: add_parameters(work, command->a, edits); break;
    case CMD_DEFINE_FUN_REC:
    case CMD_DEFINE_FUNS_REC:
      for (uint32_t f = 0; f < command->count; f++)
        add_parameters(work, script_list(&work->script, command)[f], edits);
      break;
    default: break;
    }
  }
}
