#include "solve/portfolio/turns.h"

#include <assert.h>
#include <string.h>

void turns_init(TurnPlan *plan, size_t count)
{
  assert(count > 0);
  *plan = (TurnPlan){.count = count, .level = 0.5, .growth = 3};
  plan->order = mem_alloc(count, sizeof *plan->order);
  for (size_t i = 0; i < count; i++) plan->order[i] = i;
}

void turns_deinit(TurnPlan *plan)
{
  free(plan->order);
  VEC_FREE(&plan->steps);
  *plan = (TurnPlan){0};
}

void turns_set_order(TurnPlan *plan, const size_t *order)
{
  memcpy(plan->order, order, plan->count * sizeof *order);
}

void turns_clear_steps(TurnPlan *plan)
{
  plan->steps.count = plan->next = 0;
}

void turns_add_step(TurnPlan *plan, size_t solver, double until)
{
  assert(solver < plan->count && until > 0);
  VEC_PUSH(&plan->steps, ((PlanStep){solver, until}));
}

static bool is_free(const PlanMember *member)
{
  return !member->over && !member->running;
}

/* Has anybody had time that led to nothing? */
static bool has_failure(const TurnPlan *plan, const PlanMember *members)
{
  for (size_t i = 0; i < plan->count; i++)
    if (members[i].used > 0 && !members[i].running) return true;
  return false;
}

bool turns_next(TurnPlan *plan, const PlanMember *members, PlanStep *step)
{
  size_t waiting = 0;
  if (plan->revise && has_failure(plan, members)) plan->revise(plan->user, members, plan);
  while (plan->next < plan->steps.count) {
    *step = plan->steps.items[plan->next++];
    if (is_free(&members[step->solver]) && members[step->solver].used < step->until) return true;
  }
  for (size_t i = 0; i < plan->count; i++) waiting += is_free(&members[i]);
  if (waiting == 0) return false;
  for (;; plan->level *= plan->growth) {
    for (size_t i = 0; i < plan->count; i++) {
      const PlanMember *member = &members[plan->order[i]];
      if (!is_free(member) || member->used >= plan->level) continue;
      *step = (PlanStep){plan->order[i], plan->level};
      return true;
    }
  }
}
