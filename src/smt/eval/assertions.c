#include "smt/eval/assertions.h"

void assertions_deinit(Assertions *assertions)
{
  VEC_FREE(&assertions->claims);
  VEC_FREE(&assertions->levels);
}

static void push(Assertions *assertions, uint32_t levels)
{
  if (levels == 0) return;
  VEC_PUSH(&assertions->levels, ((AssertionLevels){(uint32_t)assertions->claims.count, levels}));
}

static void pop(Assertions *assertions, uint32_t levels)
{
  while (levels > 0 && assertions->levels.count > 0) {
    AssertionLevels *last = &assertions->levels.items[assertions->levels.count - 1];
    uint32_t popped = levels < last->count ? levels : last->count;
    assertions->claims.count = last->claims;
    last->count -= popped;
    levels -= popped;
    if (last->count == 0) assertions->levels.count--;
  }
}

static void assume(Assertions *assertions, const Script *script, const Command *command)
{
  const uint32_t *terms = script_list(script, command);
  for (uint32_t i = 0; i < command->count; i++)
    VEC_PUSH(&assertions->claims, ((Claim){terms[i], command->offset}));
  assertions->assumptions = command->count;
}

static void drop_assumptions(Assertions *assertions)
{
  assertions->claims.count -= assertions->assumptions;
  assertions->assumptions = 0;
}

bool assertions_take(Assertions *assertions, const Script *script, const Command *command)
{
  switch (command->kind) {
  case CMD_ASSERT:
    drop_assumptions(assertions);
    VEC_PUSH(&assertions->claims, ((Claim){command->a, command->offset}));
    return false;
  case CMD_PUSH:
    drop_assumptions(assertions);
    push(assertions, command->a);
    return false;
  case CMD_POP:
    drop_assumptions(assertions);
    pop(assertions, command->a);
    return false;
  case CMD_RESET:
  case CMD_RESET_ASSERTIONS:
    assertions->claims.count = assertions->levels.count = assertions->assumptions = 0;
    return false;
  case CMD_CHECK_SAT:
    drop_assumptions(assertions);
    assertions->queries++;
    return true;
  case CMD_CHECK_SAT_ASSUMING:
    drop_assumptions(assertions);
    assume(assertions, script, command);
    assertions->queries++;
    return true;
  default: return false;
  }
}
