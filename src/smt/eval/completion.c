/* Looking for values of what is open that make terms true: one open application after the other, as
 * long as the number of terms that are true grows. */
#include "smt/eval/candidate.h"

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

/* Tries other values for one open application. The best one stays; true if it is better. */
static bool improve(Program *program, size_t choice, uint32_t *best, uint32_t *runs)
{
  Machine *machine = program->machine;
  ValueVec candidates = {0};
  uint32_t before = *best;
  Value kept = machine->choices.items[choice].value;
  Candidates list = {&candidates, 0, CANDIDATES_MAX};
  candidates_find(&list, &program->code, machine->choices.items[choice].sort, &machine->literals);
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

/* Climbs from the present choices. */
static bool climb(Program *program, uint32_t *runs)
{
  Machine *machine = program->machine;
  program_run(program);
  uint32_t best = number_of_true(program);
  for (bool better = true; better && best < program->code.roots.count && *runs < RUNS_MAX;) {
    better = false;
    for (size_t i = 0; i < machine->choices.count && best < program->code.roots.count; i++)
      better |= improve(program, i, &best, runs);
  }
  return best == program->code.roots.count;
}

/* Starts again with this number for everything that is one. */
static void restart(Machine *machine, int64_t number)
{
  for (size_t i = 0; i < machine->choices.count; i++) {
    OpenChoice *choice = &machine->choices.items[i];
    SortClass class = sorts_class(&machine->eval.bank->sorts, choice->sort);
    if (class == SORT_INT) choice->value = value_small_int(number);
    if (class == SORT_REAL) choice->value = value_small_real(number);
  }
}

bool program_complete(Program *program)
{
  Machine *machine = program->machine;
  uint64_t step_limit = machine->step_limit;
  program_run(program);
  bool success = number_of_true(program) == program->code.roots.count;
  uint32_t runs = 0;
  machine->step_limit = step_limit / STEPS_PART + 1;
  for (int64_t start = 0; start < 3 && !success && machine->choices.count > 0; start++) {
    if (start > 0) restart(machine, start == 1 ? 1 : -1);
    success = climb(program, &runs);
  }
  machine->step_limit = step_limit;
  return success;
}
