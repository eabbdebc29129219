/* Looking for values of what is open that make terms true: one open application after the other, as
 * long as the number of terms that are true grows. */
#include "eval/domain_parts.h"
#include "eval/machine_run.h"

/* How many values are tried for one application, how often all is evaluated, and with which part of
 * the steps each time. */
enum { CANDIDATES_MAX = 40, RUNS_MAX = 400, STEPS_PART = 50 };

static uint32_t number_of_true(const Program *program)
{
  uint32_t number = 0;
  for (uint32_t i = 0; i < program->code.roots.count; i++)
    number += value_is_true(program_value(program, i));
  return number;
}

static void add(ValueVec *candidates, Value value)
{
  bool usable = value.kind != VALUE_NONE && !value_is_unknown(value) && !value.loose;
  if (!usable || candidates->count >= CANDIDATES_MAX) return;
  for (size_t i = 0; i < candidates->count; i++)
    if (value_compare(candidates->items[i], value) == 0) return;
  VEC_PUSH(candidates, value);
}

static void add_small_numbers(ValueVec *candidates, SortClass class)
{
  for (int64_t i = -1; i <= 1; i++) {
    if (class == SORT_INT) add(candidates, value_small_int(i));
    if (class == SORT_REAL) add(candidates, value_small_real(i));
  }
}

/* One value of each constructor. */
static void add_constructors(Machine *machine, Sort sort, ValueVec *candidates)
{
  Eval *eval = &machine->literals;
  for (uint32_t i = 0; i < domain_constructor_count(eval->bank, sort); i++) {
    Fun constructor = domain_constructor(eval->bank, sort, i);
    uint32_t count = domain_part_count(eval->bank, sort, constructor);
    ListObject *fields = value_list_room(&eval->heap, count);
    bool known = fields != NULL;
    for (uint32_t j = 0; j < count && known; j++) {
      Sort part = domain_part_sort(eval->bank, sort, constructor, j);
      fields->items[j] = domain_default(eval, part, 0);
      known = !value_is_unknown(fields->items[j]);
    }
    if (known) add(candidates, value_list(VALUE_DATATYPE, constructor, fields));
  }
}

/* Values of the sort that occur in the terms and the model, and some others. They live as long as the
 * machine. */
static void find_candidates(const Program *program, Sort sort, ValueVec *candidates)
{
  Machine *machine = program->machine;
  const Code *code = &program->code;
  for (size_t i = 0; i < code->initial.count; i++)
    if (code->sorts.items[i] == sort) add(candidates, code->initial.items[i]);
  for (size_t i = 1; i < machine->globals.count; i++)
    if (funs_result(&machine->eval.bank->funs, (Fun)i) == sort)
      add(candidates, machine->globals.items[i]);
  SortClass class = sorts_class(&machine->eval.bank->sorts, sort);
  add_small_numbers(candidates, class);
  if (class == SORT_DATATYPE) add_constructors(machine, sort, candidates);
  uint64_t size = domain_size(&machine->eval, sort);
  for (uint64_t i = 0; size < DOMAIN_UNKNOWN && i < size && i < CANDIDATES_MAX; i++)
    add(candidates, domain_value(&machine->literals, sort, i, 0));
}

/* Tries other values for one open application. The best one stays; true if it is better. */
static bool improve(Program *program, size_t choice, uint32_t *best, uint32_t *runs)
{
  Machine *machine = program->machine;
  ValueVec candidates = {0};
  uint32_t before = *best;
  Value kept = machine->choices.items[choice].value;
  find_candidates(program, machine->choices.items[choice].sort, &candidates);
  for (size_t i = 0; i < candidates.count && *best < program->code.roots.count; i++) {
    if (++*runs > RUNS_MAX) break;
    machine->choices.items[choice].value = candidates.items[i];
    program_run(program);
    uint32_t now = number_of_true(program);
    if (now <= *best) continue;
    *best = now;
    kept = candidates.items[i];
  }
  machine->choices.items[choice].value = kept;
  VEC_FREE(&candidates);
  return *best > before;
}

bool program_complete(Program *program)
{
  Machine *machine = program->machine;
  uint64_t step_limit = machine->step_limit;
  program_run(program);
  uint32_t best = number_of_true(program);
  uint32_t runs = 0;
  machine->step_limit = step_limit / STEPS_PART + 1;
  for (bool better = true; better && best < program->code.roots.count && runs < RUNS_MAX;) {
    better = false;
    for (size_t i = 0; i < machine->choices.count && best < program->code.roots.count; i++)
      better |= improve(program, i, &best, &runs);
  }
  machine->step_limit = step_limit;
  return best == program->code.roots.count;
}
