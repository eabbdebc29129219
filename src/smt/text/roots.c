#include "smt/text/roots.h"

#include <assert.h>

static void add_definition(Walk *walk, const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  const TermNode *node = bank_node(bank, info->definition);
  if (info->arity == 0 || node->op != OP_LAMBDA) {
    walk_add_root(walk, info->definition);
    return;
  }
  const Term *args = bank_args(bank, info->definition);
  for (uint32_t i = node->count; i-- > 0;) walk_add_root(walk, args[i]);
}

static void add_list(Walk *walk, const Script *script, const Command *command)
{
  const uint32_t *list = script_list(script, command);
  for (uint32_t i = command->count; i-- > 0;) walk_add_root(walk, list[i]);
}

static void add_command(Walk *walk, const Bank *bank, const Script *script, const Command *command)
{
  switch (command->kind) {
  case CMD_ASSERT:
  case CMD_ASSERT_SOFT:
  case CMD_MINIMIZE:
  case CMD_MAXIMIZE: walk_add_root(walk, command->a); break;
  case CMD_CHECK_SAT_ASSUMING:
  case CMD_GET_VALUE: add_list(walk, script, command); break;
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_FUN_REC: add_definition(walk, bank, command->a); break;
  case CMD_DEFINE_FUNS_REC: {
    const uint32_t *list = script_list(script, command);
    for (uint32_t i = command->count; i-- > 0;) add_definition(walk, bank, list[i]);
    break;
  }
  default: break;
  }
}

void roots_walk(Walk *walk, const Bank *bank, const Script *script)
{
  walk_start(walk, bank);
  /* A walk takes its roots from the end. */
  for (size_t i = script->commands.count; i-- > 0;)
    add_command(walk, bank, script, &script->commands.items[i]);
}
