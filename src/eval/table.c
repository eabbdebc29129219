#include "eval/table.h"

#include "eval/array.h"
#include "eval/closure.h"
#include "eval/core.h"
#include "eval/machine_run.h"

/* The body of a function of one argument, with the values that it captured. */
typedef struct {
  const Code *code;
  const ClosureObject *closure;
} Body;

/* The value of a slot that does not depend on the argument; VALUE_NONE if it does, or is computed. */
static Value fixed_value(const Body *body, uint32_t slot)
{
  uint32_t first = body->code->parameter_count;
  if (slot >= first && slot < first + body->code->capture_count)
    return body->closure->captures[slot - first];
  return body->code->initial.items[slot];
}

/* The step that computes a slot, or NULL. */
static const Step *step_of(const Code *code, uint32_t slot)
{
  size_t low = 0, high = code->steps.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (code->steps.items[middle].slot < slot)
      low = middle + 1;
    else
      high = middle;
  }
  return low < code->steps.count && code->steps.items[low].slot == slot ? &code->steps.items[low]
                                                                        : NULL;
}

static bool is_kernel(const Step *step, Kernel kernel, uint32_t count)
{
  return step && step->kind == STEP_KERNEL && step->kernel == kernel && step->count == count;
}

/* Is the slot (= x VALUE) or (= VALUE x)? */
static bool is_comparison(const Body *body, uint32_t slot, Value *value)
{
  const Step *step = step_of(body->code, slot);
  if (!is_kernel(step, core_equal, 2)) return false;
  const uint32_t *operands = body->code->operands.items + step->first;
  if (operands[0] != 0 && operands[1] != 0) return false;
  *value = fixed_value(body, operands[operands[0] == 0]);
  return value->kind != VALUE_NONE && !value_is_unknown(*value) && !value->loose;
}

/* One condition of a table: its index and value, and the rest. */
static bool is_entry(const Body *body, uint32_t slot, Value *index, Value *value, uint32_t *rest)
{
  const Step *step = step_of(body->code, slot);
  if (!is_kernel(step, core_ite, 3)) return false;
  const uint32_t *operands = body->code->operands.items + step->first;
  *value = fixed_value(body, operands[1]);
  *rest = operands[2];
  return value->kind != VALUE_NONE && is_comparison(body, operands[0], index);
}

Value table_array(Eval *eval, Value function, Sort sort, Term term)
{
  Body body = {machine_code(eval->machine, function.closure->binder, CODE_BODY), function.closure};
  uint32_t slot = body.code->roots.items[0];
  ValueVec entries = {0}; /* index, value, index, value ... the first ones count */
  Value index, value;
  for (uint32_t rest; is_entry(&body, slot, &index, &value, &rest); slot = rest) {
    VEC_PUSH(&entries, index);
    VEC_PUSH(&entries, value);
  }
  Value otherwise = fixed_value(&body, slot);
  Value array = otherwise.kind == VALUE_NONE ? array_of_function(eval, function, term)
                                             : array_constant(eval, sort, otherwise, term);
  if (otherwise.kind != VALUE_NONE)
    for (size_t i = entries.count; i > 0 && !value_is_unknown(array); i -= 2)
      array = array_store(eval, sort, array, entries.items[i - 2], entries.items[i - 1], term);
  VEC_FREE(&entries);
  return array;
}
