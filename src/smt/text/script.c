#include <assert.h>

#include "smt/text/script.h"

void script_deinit(Script *script)
{
  VEC_FREE(&script->commands);
  VEC_FREE(&script->pool);
  VEC_FREE(&script->dialects);
}

static void collect_definitions(const Bank *bank, const uint32_t *funs, uint32_t count,
                                U32Vec *terms)
{
  assert(funs || count == 0);
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(terms, funs_info(&bank->funs, funs[i])->definition);
}

void script_collect_terms(const Bank *bank, const Script *script, U32Vec *terms)
{
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    switch (command->kind) {
    case CMD_ASSERT:
    case CMD_ASSERT_SOFT:
    case CMD_MINIMIZE:
    case CMD_MAXIMIZE: VEC_PUSH(terms, command->a); break;
    case CMD_CHECK_SAT_ASSUMING:
    case CMD_GET_VALUE: VEC_APPEND(terms, script_list(script, command), command->count); break;
    case CMD_DEFINE_CONST:
    case CMD_DEFINE_FUN:
    case CMD_DEFINE_FUN_REC: collect_definitions(bank, &command->a, 1, terms); break;
    case CMD_DEFINE_FUNS_REC:
      collect_definitions(bank, script_list(script, command), command->count, terms);
      break;
    default: break;
    }
  }
}

void script_collect_assertions(const Script *script, U32Vec *terms)
{
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind == CMD_ASSERT || command->kind == CMD_ASSERT_SOFT)
      VEC_PUSH(terms, command->a);
  }
}

void script_copy_command(const Script *from, const Command *command, Script *to)
{
  assert(from != to && command->kind < CMD_COUNT);
  Command copy = *command;
  copy.first = (uint32_t)to->pool.count;
  VEC_APPEND(&to->pool, script_list(from, command), command->count);
  VEC_PUSH(&to->commands, copy);
}
