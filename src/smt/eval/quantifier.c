/* Quantifiers.
 *
 * First the body is evaluated with undetermined variables: if it has a value, that is the value for
 * all of theirs. Then instances: all of them if there are few enough, otherwise those with values
 * that occur in the model and the body, one of which may settle it. */
#include <assert.h>

#include "smt/eval/candidate.h"
#include "smt/value/domain.h"

/* How many instances are tried, at most: of all values, and of candidates. */
enum { INSTANCES_MAX = 1 << 22, CANDIDATE_INSTANCES_MAX = 1 << 14 };

static Quantifier *current(Machine *machine)
{
  return &machine->quantifiers.items[machine->quantifiers.count - 1];
}

static void quantifier_deinit(Quantifier *quantifier)
{
  VEC_FREE(&quantifier->captures);
  VEC_FREE(&quantifier->candidates);
  VEC_FREE(&quantifier->candidate_ends);
  VEC_FREE(&quantifier->at);
  VEC_FREE(&quantifier->sizes);
}

void quantifiers_drop(Machine *machine, size_t keep)
{
  while (machine->quantifiers.count > keep) {
    quantifier_deinit(current(machine));
    machine->quantifiers.count--;
  }
}

static void deliver(Machine *machine, Value value)
{
  uint32_t slot = current(machine)->slot;
  heap_release(&machine->eval.heap, current(machine)->mark);
  quantifiers_drop(machine, machine->quantifiers.count - 1);
  machine_slots(machine)[slot] = value;
}

/* Values to try */

static Sort variable_sort(const Quantifier *quantifier, uint32_t variable)
{
  return quantifier->code->sorts.items[variable];
}

enum { CANDIDATES_MAX = 100 };

/* Values that the body captured, and others that occur. */
static void add_candidates(Machine *machine, Quantifier *quantifier, uint32_t variable)
{
  const Code *code = quantifier->code;
  Sort sort = variable_sort(quantifier, variable);
  Candidates candidates = {&quantifier->candidates, quantifier->candidates.count, CANDIDATES_MAX};
  for (uint32_t i = 0; i < code->capture_count; i++)
    if (code->sorts.items[code->parameter_count + i] == sort)
      candidates_add(&candidates, quantifier->captures.items[i]);
  candidates_find(&candidates, code, sort, &machine->eval);
}

/* Decides which instances are tried. */
static void plan(Machine *machine, Quantifier *quantifier)
{
  uint64_t instances = 1;
  quantifier->gap = REASON_NONE;
  for (uint32_t i = 0; i < quantifier->code->parameter_count; i++) {
    uint64_t size = domain_size(&machine->eval, variable_sort(quantifier, i));
    if (size >= DOMAIN_UNKNOWN) quantifier->gap = REASON_INFINITE_DOMAIN;
    if (__builtin_mul_overflow(instances, size, &instances)) instances = DOMAIN_HUGE;
    VEC_PUSH(&quantifier->sizes, size);
    VEC_PUSH(&quantifier->at, 0);
  }
  if (quantifier->gap == REASON_NONE && instances <= INSTANCES_MAX) return;
  if (quantifier->gap == REASON_NONE) quantifier->gap = REASON_LARGE_DOMAIN;
  for (uint32_t i = 0; i < quantifier->code->parameter_count; i++) {
    size_t first = quantifier->candidates.count;
    add_candidates(machine, quantifier, i);
    VEC_PUSH(&quantifier->candidate_ends, (uint32_t)quantifier->candidates.count);
    quantifier->sizes.items[i] = quantifier->candidates.count - first;
  }
}

/* Instances */

static Value value_to_try(Machine *machine, const Quantifier *quantifier, uint32_t variable)
{
  uint64_t at = quantifier->at.items[variable];
  if (quantifier->gap == REASON_NONE)
    return domain_value(&machine->eval, variable_sort(quantifier, variable), at, quantifier->term);
  uint64_t first = quantifier->candidate_ends.items[variable] - quantifier->sizes.items[variable];
  return quantifier->candidates.items[first + at];
}

static bool enter_instance(Machine *machine, const Value *values)
{
  const Quantifier *quantifier = current(machine);
  return machine_enter(machine, quantifier->code, values, quantifier->captures.items,
                       DELIVER_QUANTIFIER, 0);
}

static bool any_empty(const Quantifier *quantifier)
{
  for (size_t i = 0; i < quantifier->sizes.count; i++)
    if (quantifier->sizes.items[i] == 0) return true;
  return false;
}

/* Enters the instance that `at` says. */
static void try_instance(Machine *machine)
{
  Quantifier *quantifier = current(machine);
  uint32_t count = quantifier->code->parameter_count;
  Value *values = mem_alloc(count, sizeof *values);
  for (uint32_t i = 0; i < count; i++) values[i] = value_to_try(machine, quantifier, i);
  bool entered = enter_instance(machine, values);
  free(values);
  if (!entered) deliver(machine, value_unknown(REASON_DEPTH, current(machine)->term));
}

/* Steps to the next instance, like the digits of a counter. False after the last one. */
static bool advance(Quantifier *quantifier)
{
  if (++quantifier->tried >= CANDIDATE_INSTANCES_MAX && quantifier->gap != REASON_NONE)
    return false;
  for (size_t i = 0; i < quantifier->at.count; i++) {
    if (++quantifier->at.items[i] < quantifier->sizes.items[i]) return true;
    quantifier->at.items[i] = 0;
  }
  return false;
}

static Value value_after_all(const Quantifier *quantifier)
{
  if (quantifier->unknown.kind != VALUE_NONE) return quantifier->unknown;
  if (quantifier->gap != REASON_NONE) return value_unknown(quantifier->gap, quantifier->term);
  return value_bool(!quantifier->decisive);
}

void quantifier_start(Machine *machine, const Step *step)
{
  const Code *code = machine_code(machine, step->call.term, CODE_BODY);
  CallFrame *frame = &machine->frames.items[machine->frames.count - 1];
  const U32Vec *operands = &frame->code->operands; /* has no memory if the code has no operands */
  frame->at++;
  Quantifier quantifier = {.code = code, .term = step->call.term, .slot = step->slot};
  quantifier.decisive = bank_node(machine->eval.bank, step->call.term)->op == OP_EXISTS;
  const Value *slots = machine_slots(machine);
  for (uint32_t i = 0; i < step->count; i++)
    VEC_PUSH(&quantifier.captures, slots[operands->items[step->first + i]]);
  quantifier.mark = heap_mark(&machine->eval.heap);
  VEC_PUSH(&machine->quantifiers, quantifier);
  Value *values = mem_alloc(code->parameter_count, sizeof *values);
  for (uint32_t i = 0; i < code->parameter_count; i++)
    values[i] = value_unknown(REASON_INFINITE_DOMAIN, step->call.term);
  bool entered = enter_instance(machine, values);
  free(values);
  if (!entered) deliver(machine, value_unknown(REASON_DEPTH, step->call.term));
}

void quantifier_take(Machine *machine, Value value)
{
  Quantifier *quantifier = current(machine);
  bool symbolic = quantifier->phase == QUANTIFIER_SYMBOLIC;
  bool settled = !value_is_unknown(value) && (symbolic || value.word == quantifier->decisive);
  if (settled) {
    deliver(machine, value);
    return;
  }
  if (symbolic) {
    quantifier->phase = QUANTIFIER_INSTANCES;
    plan(machine, quantifier);
    quantifier->mark = heap_mark(&machine->eval.heap); /* the candidates stay */
  } else {
    heap_release(&machine->eval.heap, quantifier->mark);
    if (value_is_unknown(value)) quantifier->unknown = value;
  }
  bool more = symbolic ? !any_empty(quantifier) : advance(quantifier);
  if (more)
    try_instance(machine);
  else
    deliver(machine, value_after_all(quantifier));
}
