/* Which steps are run for which root, and for which argument of a lazy step. */
#include <stdlib.h>

#include "smt/eval/code_build.h"

static int by_number(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Collects the steps below a slot that are in no root's list yet and not in this one. Arguments that
 * wait for a lazy step to need them are not followed. */
static void collect(CodeBuilder *builder, uint32_t slot, uint32_t mark)
{
  Code *code = builder->code;
  U32Vec *todo = &builder->todo;
  VEC_PUSH(todo, slot);
  while (todo->count > 0) {
    uint32_t at = builder->step_of.items[todo->items[--todo->count]];
    if (at == NO_STEP || builder->region_of.items[at] == IN_ROOT ||
        builder->region_of.items[at] == mark)
      continue;
    builder->region_of.items[at] = mark;
    VEC_PUSH(&code->lists, at);
    const Step *step = &code->steps.items[at];
    for (uint32_t i = 0; i < step->count; i++)
      if (code->operand_regions.items[step->first + i] == 0)
        VEC_PUSH(todo, code->operands.items[step->first + i]);
  }
}

/* The steps are numbered arguments first, so that their order is the order to run them in. */
static uint32_t close_region(Code *code, uint32_t first)
{
  uint32_t count = (uint32_t)code->lists.count - first;
  if (count) qsort(code->lists.items + first, count, sizeof(uint32_t), by_number);
  VEC_PUSH(&code->regions, ((Region){first, count}));
  return (uint32_t)code->regions.count - 1;
}

/* Gives the arguments of the lazy steps in a list their regions; more lazy steps may come up. */
static void add_lazy_regions(CodeBuilder *builder, uint32_t first)
{
  Code *code = builder->code;
  for (uint32_t i = first; i < code->lists.count; i++) {
    Step step = code->steps.items[code->lists.items[i]];
    for (uint32_t j = 0; j < step.count; j++) {
      uint32_t *region = &code->operand_regions.items[step.first + j];
      if (*region != REGION_LATER) continue;
      uint32_t start = (uint32_t)code->lists.count;
      collect(builder, code->operands.items[step.first + j], (uint32_t)code->regions.count);
      *region = close_region(code, start);
    }
  }
}

void code_build_regions(CodeBuilder *builder)
{
  Code *code = builder->code;
  VEC_PUSH(&code->regions, ((Region){0, 0}));
  VEC_RESERVE(&builder->region_of, code->steps.count);
  for (size_t i = 0; i < code->steps.count; i++) VEC_PUSH(&builder->region_of, 0);
  for (size_t i = 0; i < code->roots.count; i++) {
    uint32_t first = (uint32_t)code->lists.count;
    collect(builder, code->roots.items[i], IN_ROOT);
    VEC_PUSH(&code->root_regions, close_region(code, first));
    add_lazy_regions(builder, first);
  }
}
