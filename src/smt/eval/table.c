#include "smt/eval/table.h"

#include "smt/eval/machine_run.h"
#include "smt/value/array.h"
#include "smt/value/closure.h"
#include "smt/value/core.h"

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

/* A table whose conditions are not one chain: the argument is only compared with fixed values, so that
 * the function has one value for each of these and one for all others. */

enum { KEYS_MAX = 256 };

/* Collects the values that the argument is compared with. False if it is used in other ways, or the
 * values are too many. */
static bool find_keys(const Body *body, ValueVec *keys)
{
  const Code *code = body->code;
  for (size_t i = 0; i < code->steps.count; i++) {
    const Step *step = &code->steps.items[i];
    bool used = false;
    for (uint32_t j = 0; j < step->count; j++) used |= code->operands.items[step->first + j] == 0;
    if (!used) continue;
    Value key;
    if (!is_comparison(body, step->slot, &key) || keys->count >= KEYS_MAX) return false;
    VEC_PUSH(keys, key);
  }
  return code->roots.items[0] != 0;
}

/* Equal to no value of any sort. */
static Value any_other(void)
{
  return (Value){.kind = VALUE_ABSTRACT, .word = UINT64_MAX};
}

static Value compared_array(Eval *eval, Value function, Sort sort, const ValueVec *keys, Term term)
{
  Value other = any_other();
  Value array = eval_apply(eval, function, &other, 1, term);
  if (!value_is_unknown(array)) array = array_constant(eval, sort, array, term);
  for (size_t i = 0; i < keys->count && !value_is_unknown(array); i++) {
    Value value = eval_apply(eval, function, &keys->items[i], 1, term);
    array = value_is_unknown(value) ? value
                                    : array_store(eval, sort, array, keys->items[i], value, term);
  }
  return array;
}

/* VALUE_NONE if the body is not one chain of conditions. */
static Value chain_array(Eval *eval, const Body *body, Sort sort, Term term)
{
  uint32_t slot = body->code->roots.items[0];
  ValueVec entries = {0}; /* index, value, index, value ... the first ones count */
  Value index, value;
  for (uint32_t rest; is_entry(body, slot, &index, &value, &rest); slot = rest) {
    VEC_PUSH(&entries, index);
    VEC_PUSH(&entries, value);
  }
  Value array = fixed_value(body, slot);
  bool chain = array.kind != VALUE_NONE;
  if (chain) array = array_constant(eval, sort, array, term);
  for (size_t i = chain ? entries.count : 0; i > 0 && !value_is_unknown(array); i -= 2)
    array = array_store(eval, sort, array, entries.items[i - 2], entries.items[i - 1], term);
  VEC_FREE(&entries);
  return array;
}

Value table_array(Eval *eval, Value function, Sort sort, Term term)
{
  Body body = {machine_code(eval->machine, function.closure->binder, CODE_BODY), function.closure};
  Value array = chain_array(eval, &body, sort, term);
  if (array.kind != VALUE_NONE) return array;
  ValueVec keys = {0};
  if (find_keys(&body, &keys)) array = compared_array(eval, function, sort, &keys, term);
  VEC_FREE(&keys);
  bool known = array.kind != VALUE_NONE && !value_is_unknown(array);
  return known ? array : array_of_function(eval, function, term);
}
