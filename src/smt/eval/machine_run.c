#include "smt/eval/machine_run.h"

#include <assert.h>
#include <string.h>

#include "smt/value/domain.h"

/* Frames */

/* Operands of a step that are evaluated on demand have frames, for which nobody asks. */
enum { FRAMES_AHEAD = 4 };

/* What a vector has room for once it has so many more (vec_grow). */
static size_t room_after(size_t capacity, size_t count, size_t extra)
{
  size_t grown = capacity + capacity / 2;
  if (capacity - count >= extra) return capacity;
  return grown > count + extra ? grown : count + extra;
}

/* Slots and frames of calls that wait take memory, too, and share the limit with values. */
static bool has_room(Machine *machine, size_t slots)
{
  Heap *heap = &machine->eval.heap;
  if (machine->frames.count >= UINT32_MAX || slots > heap->limit / sizeof(Value)) return false;
  size_t bytes =
      room_after(machine->stack.capacity, machine->stack.count, slots) * sizeof(Value) +
      room_after(machine->frames.capacity, machine->frames.count, FRAMES_AHEAD) * sizeof(CallFrame);
  if (bytes <= heap->beside) return true;
  if (!heap_allows(heap, bytes - heap->beside)) return false;
  heap->beside = bytes;
  return true;
}

bool machine_enter(Machine *machine, const Code *code, const Value *parameters,
                   const Value *captures, Delivery delivery, uint32_t to)
{
  size_t slots = code->initial.count;
  if (!has_room(machine, slots)) return false;
  CallFrame frame = {.code = code,
                     .base = machine->stack.count,
                     .result = code->roots.items[0],
                     .to = to,
                     .delivery = (uint8_t)delivery};
  Region region = code->regions.items[code->root_regions.items[0]];
  frame.at = region.first;
  frame.end = region.first + region.count;
  VEC_RESERVE(&machine->stack, slots);
  Value *base = machine->stack.items + frame.base;
  memcpy(base, code->initial.items, slots * sizeof *base);
  if (code->parameter_count) memcpy(base, parameters, code->parameter_count * sizeof *base);
  if (code->capture_count)
    memcpy(base + code->parameter_count, captures, code->capture_count * sizeof *base);
  machine->stack.count += slots;
  VEC_PUSH(&machine->frames, frame);
  return true;
}

static void leave(Machine *machine)
{
  CallFrame frame = machine->frames.items[--machine->frames.count];
  if (frame.delivery == DELIVER_NOWHERE) return;
  Value value = machine->stack.items[frame.base + frame.result];
  machine->stack.count = frame.base;
  switch ((Delivery)frame.delivery) {
  case DELIVER_SLOT: machine_slots(machine)[frame.to] = value; break;
  case DELIVER_GLOBAL: machine->globals.items[frame.to] = value; break;
  case DELIVER_QUANTIFIER: quantifier_take(machine, value); break;
  default: machine->delivered = value; break;
  }
}

/* Steps of kernels */

/* A chain or pairwise comparison is false if one pair is, even if others cannot be told. */
static Value fold_pairs(Eval *eval, const Step *step, const Value *args)
{
  Value result = value_bool(true);
  for (uint32_t i = 0; i + 1 < step->count; i++) {
    uint32_t end = step->fold == ASSOC_CHAIN ? i + 2 : step->count;
    if (!eval_spend(eval, end - i - 1)) return value_unknown(REASON_STEPS, step->call.term);
    for (uint32_t j = i + 1; j < end; j++) {
      Value pair[] = {args[i], args[j]};
      Value value = value_is_unknown(pair[0])   ? pair[0]
                    : value_is_unknown(pair[1]) ? pair[1]
                                                : step->kernel(eval, &step->call, pair, 2);
      if (value_is_false(value)) return value;
      if (value_is_unknown(value)) result = value;
    }
  }
  return result;
}

static Value fold_left(Eval *eval, const Step *step, const Value *args)
{
  Value pair[2] = {args[0]};
  for (uint32_t i = 1; i < step->count && !value_is_unknown(pair[0]); i++) {
    pair[1] = args[i];
    pair[0] = step->kernel(eval, &step->call, pair, 2);
  }
  return pair[0];
}

static Value fold_right(Eval *eval, const Step *step, const Value *args)
{
  Value pair[2] = {[1] = args[step->count - 1]};
  for (uint32_t i = step->count - 1; i-- > 0 && !value_is_unknown(pair[1]);) {
    pair[0] = args[i];
    pair[1] = step->kernel(eval, &step->call, pair, 2);
  }
  return pair[1];
}

static Value apply_kernel(Eval *eval, const Step *step, const Value *args)
{
  bool pairs = step->fold == ASSOC_CHAIN || step->fold == ASSOC_PAIRWISE;
  if (!(step->flags & KERNEL_LENIENT) && !pairs)
    for (uint32_t i = 0; i < step->count; i++)
      if (value_is_unknown(args[i])) return args[i];
  switch ((Assoc)step->fold) {
  case ASSOC_LEFT: return fold_left(eval, step, args);
  case ASSOC_RIGHT: return fold_right(eval, step, args);
  case ASSOC_CHAIN:
  case ASSOC_PAIRWISE: return fold_pairs(eval, step, args);
  default: return step->kernel(eval, &step->call, args, step->count);
  }
}

enum { FEW_ARGUMENTS = 8 };

static Value run_kernel(Machine *machine, const Step *step, const uint32_t *operands,
                        const Value *slots)
{
  Value few[FEW_ARGUMENTS];
  Value *args = few;
  if (step->count > FEW_ARGUMENTS) {
    args = mem_alloc(step->count, sizeof *args);
    eval_spend(&machine->eval, step->count);
  }
  for (uint32_t i = 0; i < step->count; i++) args[i] = slots[operands[i]];
  Value value = apply_kernel(&machine->eval, step, args);
  if (args != few) free(args);
  assert(value.kind != VALUE_NONE);
  return value;
}

/* The loop */

/* Runs the frame on top until it ends, another one is above it, or the steps run out. */
static bool run_frame(Machine *machine)
{
  size_t index = machine->frames.count - 1;
  const Code *code = machine->frames.items[index].code;
  size_t base = machine->frames.items[index].base;
  for (;;) {
    CallFrame *frame = &machine->frames.items[index];
    if (frame->at == frame->end) break;
    const Step *step = &code->steps.items[code->lists.items[frame->at]];
    Value *slots = machine->stack.items + base;
    if (slots[step->slot].kind != VALUE_NONE) {
      frame->at++;
      continue;
    }
    if (!eval_spend(&machine->eval, 1)) return false;
    if (step->kind == STEP_KERNEL) {
      Value value = run_kernel(machine, step, code->operands.items + step->first, slots);
      machine->stack.items[base + step->slot] = value;
    } else if (!machine_step(machine, step)) {
      return true;
    }
  }
  leave(machine);
  return true;
}

static void unwind(Machine *machine, size_t floor)
{
  while (machine->frames.count > floor) {
    CallFrame frame = machine->frames.items[--machine->frames.count];
    if (frame.delivery == DELIVER_NOWHERE) continue;
    machine->stack.count = frame.base;
    if (frame.delivery == DELIVER_GLOBAL)
      machine->globals.items[frame.to] = value_unknown(REASON_STEPS, 0);
  }
}

bool machine_run(Machine *machine, size_t floor)
{
  size_t quantifiers = machine->quantifiers.count;
  while (machine->frames.count > floor) {
    if (run_frame(machine)) continue;
    unwind(machine, floor);
    quantifiers_drop(machine, quantifiers);
    return false;
  }
  return true;
}

Value machine_call(Machine *machine, const Code *code, const Value *parameters,
                   const Value *captures, Term term)
{
  if (machine->nesting >= MACHINE_MAX_NESTING) return value_unknown(REASON_DEPTH, term);
  size_t floor = machine->frames.count;
  if (!machine_enter(machine, code, parameters, captures, DELIVER_HOST, 0))
    return value_unknown(REASON_DEPTH, term);
  machine->nesting++;
  bool finished = machine_run(machine, floor);
  machine->nesting--;
  return finished ? machine->delivered : value_unknown(REASON_STEPS, term);
}
