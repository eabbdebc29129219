/* Steps that are more than one application of a kernel. */
#include <assert.h>
#include <string.h>

#include "smt/eval/machine_run.h"
#include "smt/eval/table.h"
#include "smt/value/array.h"
#include "smt/value/closure.h"
#include "smt/value/domain.h"

static CallFrame *top(Machine *machine)
{
  return &machine->frames.items[machine->frames.count - 1];
}

static const uint32_t *operands_of(Machine *machine, const Step *step)
{
  return top(machine)->code->operands.items + step->first;
}

static bool set(Machine *machine, const Step *step, Value value)
{
  assert(value.kind != VALUE_NONE);
  machine_slots(machine)[step->slot] = value;
  return true;
}

/* Lazy connectives */

/* Runs the region of an operand; the step is tried again after it. */
static bool need(Machine *machine, const Step *step, uint32_t operand)
{
  CallFrame frame = *top(machine);
  Region region =
      frame.code->regions.items[frame.code->operand_regions.items[step->first + operand]];
  assert(region.count > 0);
  frame.at = region.first;
  frame.end = region.first + region.count;
  frame.delivery = DELIVER_NOWHERE;
  VEC_PUSH(&machine->frames, frame);
  return false;
}

/* The truth value of an operand in the disjunction that the step stands for: a => b is not a or b,
 * a and b is not (not a or not b). */
static bool holds_as(const Step *step, uint32_t operand, Value value)
{
  bool negated =
      step->kind == STEP_AND || (step->kind == STEP_IMPLIES && operand + 1 < step->count);
  return negated ? value_is_false(value) : value_is_true(value);
}

static bool junction(Machine *machine, const Step *step)
{
  const uint32_t *operands = operands_of(machine, step);
  const Value *slots = machine_slots(machine);
  Value unknown = {0};
  uint32_t missing = step->count;
  for (uint32_t i = step->count; i-- > 0;) {
    Value value = slots[operands[i]];
    if (value.kind == VALUE_NONE)
      missing = i;
    else if (holds_as(step, i, value))
      return set(machine, step, value_bool(step->kind != STEP_AND));
    else if (value_is_unknown(value))
      unknown = value;
  }
  if (missing < step->count) return need(machine, step, missing);
  return set(machine, step,
             unknown.kind == VALUE_NONE ? value_bool(step->kind == STEP_AND) : unknown);
}

static bool conditional(Machine *machine, const Step *step)
{
  const uint32_t *operands = operands_of(machine, step);
  const Value *slots = machine_slots(machine);
  Value condition = slots[operands[0]];
  if (value_is_unknown(condition)) return set(machine, step, condition);
  uint32_t branch = condition.word ? 1 : 2;
  Value value = slots[operands[branch]];
  if (value.kind == VALUE_NONE) return need(machine, step, branch);
  return set(machine, step, value);
}

/* Constants and functions */

/* The value of an application of a function that has no definition. */
static Value machine_undefined(Machine *machine, Sort sort, Term term)
{
  if (machine->eval.complete) return domain_default(&machine->eval, sort, term);
  return value_unknown(REASON_NO_VALUE, term);
}

static bool global(Machine *machine, const Step *step)
{
  Value value = machine->globals.items[step->target];
  if (value.kind != VALUE_NONE) return set(machine, step, value);
  if (value.tag)
    return set(machine, step, value_unknown(REASON_CYCLIC_DEFINITION, step->call.term));
  Term definition = code_definition(&machine->compiler, step->target);
  if (!definition)
    return set(machine, step, machine_undefined(machine, step->call.sort, step->call.term));
  machine->globals.items[step->target].tag = 1;
  const Code *code = machine_code(machine, definition, CODE_CLOSED);
  if (machine_enter(machine, code, NULL, NULL, DELIVER_GLOBAL, step->target)) return false;
  return set(machine, step, value_unknown(REASON_DEPTH, step->call.term));
}

/* Enters a body whose value goes to the step's slot. */
static bool enter(Machine *machine, const Step *step, const Code *code, const Value *parameters,
                  const Value *captures)
{
  size_t caller = machine->frames.count - 1;
  if (!machine_enter(machine, code, parameters, captures, DELIVER_SLOT, step->slot))
    return set(machine, step, value_unknown(REASON_DEPTH, step->call.term));
  machine->frames.items[caller].at++;
  return false;
}

/* A copy, since the slots may move. */
static Value *gather(Machine *machine, const uint32_t *operands, uint32_t count)
{
  Value *values = mem_alloc(count, sizeof *values);
  const Value *slots = machine_slots(machine);
  for (uint32_t i = 0; i < count; i++) values[i] = slots[operands[i]];
  return values;
}

/* A function that is computed outside; undetermined if an argument is. */
static Value call_outside(Machine *machine, const Step *step)
{
  const BoxCaller *boxes = machine->boxes;
  Value *args = gather(machine, operands_of(machine, step), step->count);
  Value value = {0};
  for (uint32_t i = 0; i < step->count && value.kind == VALUE_NONE; i++)
    if (value_is_unknown(args[i])) value = args[i];
  if (value.kind == VALUE_NONE)
    value = boxes->call(boxes->context, &machine->eval, step->target, step->call.term, args,
                        step->count);
  free(args);
  return value;
}

static bool call(Machine *machine, const Step *step)
{
  if (machine->boxes && machine->boxes->knows(machine->boxes->context, step->target))
    return set(machine, step, call_outside(machine, step));
  Term definition = code_definition(&machine->compiler, step->target);
  if (!definition)
    return set(machine, step, machine_undefined(machine, step->call.sort, step->call.term));
  const Code *code = machine_code(machine, definition, step->count ? CODE_FUNCTION : CODE_CLOSED);
  Value *args = gather(machine, operands_of(machine, step), step->count);
  bool done = enter(machine, step, code, args, NULL);
  free(args);
  return done;
}

/* Functions as values */

static bool closure(Machine *machine, const Step *step)
{
  Eval *eval = &machine->eval;
  Term binder = step->target;
  ClosureObject *object = heap_alloc(&eval->heap, 1, sizeof *object + step->count * sizeof(Value));
  if (!object) return set(machine, step, value_unknown(REASON_MEMORY, binder));
  const uint32_t *operands = operands_of(machine, step);
  const Value *slots = machine_slots(machine);
  uint64_t hash = hash_mix(5, binder);
  for (uint32_t i = 0; i < step->count; i++) {
    object->captures[i] = slots[operands[i]];
    hash = hash_mix(hash, value_hash(object->captures[i]));
  }
  object->hash = hash;
  object->binder = binder;
  object->capture_count = step->count;
  Value function = {.kind = VALUE_FUNCTION, .loose = true, .closure = object};
  if (sorts_class(&eval->bank->sorts, step->call.sort) == SORT_ARRAY)
    function = table_array(eval, function, step->call.sort, binder);
  return set(machine, step, function);
}

Value eval_apply(Eval *eval, Value function, const Value *args, uint32_t count, Term term)
{
  while (count > 0 && !value_is_unknown(function)) {
    assert(function.kind == VALUE_FUNCTION);
    const ClosureObject *object = function.closure;
    const Code *code = machine_code(eval->machine, object->binder, CODE_BODY);
    if (code->parameter_count > count) return value_unknown(REASON_NO_SEMANTICS, term);
    function = machine_call(eval->machine, code, args, object->captures, term);
    args += code->parameter_count;
    count -= code->parameter_count;
  }
  return function;
}

/* Match */

/* The first case that fits, and where its captures are among the operands. 0 if there is none. */
static Term find_case(Machine *machine, const Step *step, Value value, uint32_t *captures)
{
  const Bank *bank = machine->eval.bank;
  *captures = 1;
  for (uint32_t i = 1; i < bank_node(bank, step->call.term)->count; i++) {
    Term branch = bank_args(bank, step->call.term)[i];
    Fun constructor = bank_operator(bank, bank_node(bank, branch)->op)->fun;
    if (constructor == 0 || constructor == value.tag) return branch;
    *captures += machine_code(machine, branch, CODE_BODY)->capture_count;
  }
  return 0;
}

static bool match(Machine *machine, const Step *step)
{
  const uint32_t *operands = operands_of(machine, step);
  Value value = machine_slots(machine)[operands[0]];
  if (value_is_unknown(value)) return set(machine, step, value);
  uint32_t first;
  Term branch = find_case(machine, step, value, &first);
  if (!branch) return set(machine, step, value_unknown(REASON_WRONG_CONSTRUCTOR, step->call.term));
  const Bank *bank = machine->eval.bank;
  bool any = bank_operator(bank, bank_node(bank, branch)->op)->fun == 0;
  const Code *code = machine_code(machine, branch, CODE_BODY);
  assert(any ? code->parameter_count <= 1 : code->parameter_count == value.list->length);
  Value *captures = gather(machine, operands + first, code->capture_count);
  bool done = enter(machine, step, code, any ? &value : value.list->items, captures);
  free(captures);
  return done;
}

bool machine_step(Machine *machine, const Step *step)
{
  switch ((StepKind)step->kind) {
  case STEP_AND:
  case STEP_OR:
  case STEP_IMPLIES: return junction(machine, step);
  case STEP_ITE: return conditional(machine, step);
  case STEP_GLOBAL: return global(machine, step);
  case STEP_CALL: return call(machine, step);
  case STEP_CLOSURE: return closure(machine, step);
  case STEP_MATCH: return match(machine, step);
  case STEP_QUANTIFIER: quantifier_start(machine, step); return false;
  case STEP_UNKNOWN:
    return set(machine, step, value_unknown((Reason)step->target, step->call.term));
  case STEP_KERNEL: break;
  }
  assert(false);
  return true;
}
