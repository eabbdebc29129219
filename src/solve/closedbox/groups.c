/* Sweeps of a few constraints: those over the constants of one. A group without a solution decides the query, however many
 * other constants there are. */
#include "smt/term/traverse.h"
#include "solve/closedbox/engine.h"

enum { GROUPS_MAX = 16, GROUP_CONSTANTS = 4 };

#define GROUP_SWEEP (UINT64_C(1) << 20)
#define GROUP_NS    UINT64_C(200000000)

/* The constants of each constraint. */
typedef struct {
  const BoxProblem *problem;
  U32Vec *constants; /* Fun, by constraint */
  uint8_t *chosen;
} Groups;

static void find_constants(const Bank *bank, Term constraint, U32Vec *constants)
{
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, constraint);
  for (Term t; (t = walk_next(&walk));) {
    Fun fun = bank_fun(bank, t);
    const FunInfo *info = fun ? funs_info(&bank->funs, fun) : NULL;
    if (info && info->origin == FUN_DECLARED && info->arity == 0) VEC_PUSH(constants, fun);
  }
  walk_deinit(&walk);
}

static bool is_part(const U32Vec *part, const U32Vec *whole)
{
  for (size_t i = 0; i < part->count; i++) {
    bool there = false;
    for (size_t k = 0; k < whole->count; k++) there |= part->items[i] == whole->items[k];
    if (!there) return false;
  }
  return true;
}

/* Chooses the constraints over the constants of this one. False if there is no use: no box, too many constants, all
 * constraints, or a group that was there before. */
static bool choose(Groups *groups, size_t center)
{
  const BoxProblem *problem = groups->problem;
  const U32Vec *own = &groups->constants[center];
  size_t count = 0;
  if (own->count == 0 || own->count > GROUP_CONSTANTS ||
      !box_problem_has_box(problem, problem->constraints.items[center]))
    return false;
  for (size_t i = 0; i < problem->constraints.count; i++) {
    groups->chosen[i] = is_part(&groups->constants[i], own);
    count += groups->chosen[i];
    if (i < center && groups->chosen[i] && is_part(own, &groups->constants[i])) return false;
  }
  return count < problem->constraints.count;
}

void closedbox_run_groups(Engine *engine)
{
  const BoxProblem *problem = engine->problem;
  size_t count = problem->constraints.count;
  Groups groups = {.problem = problem,
                   .constants = mem_alloc_zero(count + 1, sizeof(U32Vec)),
                   .chosen = mem_alloc_zero(count + 1, 1)};
  for (size_t i = 0; i < count; i++)
    find_constants(problem->bank, problem->constraints.items[i], &groups.constants[i]);
  uint32_t tried = 0;
  for (size_t i = 0; i < count && tried < GROUPS_MAX && !engine->decided && !engine->inconsistent;
       i++) {
    if (!choose(&groups, i)) continue;
    tried += closedbox_sweep(engine, groups.chosen, GROUP_NS, GROUP_SWEEP);
  }
  for (size_t i = 0; i < count; i++) VEC_FREE(&groups.constants[i]);
  free(groups.constants);
  free(groups.chosen);
}
