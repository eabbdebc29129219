/* The binders around a subterm while a plan is made: which names they hide, and where something that
 * depends on some of them can be bound. */
#include <assert.h>

#include "smt/text/print_plan.h"

/* The innermost binding of a name, or NULL. */
static const PlanBinding *innermost(const Plan *plan, Symbol name)
{
  assert(name < plan->binding_of.count);
  uint32_t position = plan->binding_of.items[name];
  return position ? &plan->bindings.items[position - 1] : NULL;
}

/* A variable of level k wants k binders of its name around it. If there are more here, the binder
 * belongs further out. */
static void check_level(Plan *plan, PlanFrame *frame, Term variable, bool is_case)
{
  assert(bank_node(plan->bank, variable)->op == OP_VARIABLE);
  const Variable *info = bank_variable_info(plan->bank, variable);
  const PlanBinding *binding = innermost(plan, info->name);
  if (info->level) frame->flags |= PLAN_LEVELS;
  if (!binding) return;
  if (binding->level + 1 > info->level) frame->flags |= is_case ? PLAN_FORCE_PARENT : PLAN_FORCED;
  while (binding->level + 1 > info->level) {
    if (!binding->outer) return;
    binding = &plan->bindings.items[binding->outer - 1];
  }
  frame->needs |= scope_bit(binding->depth);
}

static void bind(Plan *plan, PlanScope *scope, Term variable)
{
  assert(bank_node(plan->bank, variable)->op == OP_VARIABLE);
  const TermNode *node = bank_node(plan->bank, variable);
  const Variable *info = bank_variable_info(plan->bank, variable);
  const PlanBinding *outer = innermost(plan, info->name);
  PlanBinding binding = {variable, scope->depth, plan->binding_of.items[info->name],
                         outer ? outer->level + 1 : 0, plan->depth_of.items[node->first]};
  if (binding.outer_depth) {
    scope->barrier = scope->depth;
    scope->blocked |= scope_bit(binding.outer_depth);
  }
  scope->names |= texts_name_bit(plan->texts, info->name);
  plan->depth_of.items[node->first] = scope->depth;
  VEC_PUSH(&plan->bindings, binding);
  plan->binding_of.items[info->name] = (uint32_t)plan->bindings.count;
}

void scope_enter(Plan *plan, PlanFrame *frame)
{
  PlanScope scope = {.depth = (uint32_t)plan->path.count,
                     .binding = (uint32_t)plan->bindings.count};
  if (scope.depth) {
    scope.barrier = plan_scope(plan)->barrier;
    scope.blocked = plan_scope(plan)->blocked;
  }
  Term term = frame ? frame->term : 0;
  uint32_t bound = frame ? bank_bound_count(plan->bank, term) : 0;
  bool is_case = frame && !bank_is_binder(bank_node(plan->bank, term)->op);
  for (uint32_t i = 0; i < bound; i++)
    check_level(plan, frame, bank_args(plan->bank, term)[i], is_case);
  for (uint32_t i = 0; i < bound; i++) bind(plan, &scope, bank_args(plan->bank, term)[i]);
  VEC_PUSH(&plan->path, (uint32_t)plan->scopes.count);
  if (frame) {
    frame->inner = (uint32_t)plan->scopes.count;
    frame->names |= scope.names;
  }
  VEC_PUSH(&plan->scopes, scope);
}

void scope_leave(Plan *plan, PlanFrame *frame)
{
  assert(plan->path.count > 0);
  const PlanScope *scope = plan_scope(plan);
  for (uint32_t i = scope->first; i; i = plan->nodes.items[i].next)
    plan->node_of.items[plan->nodes.items[i].term] = plan->nodes.items[i].hidden;
  while (plan->bindings.count > scope->binding) {
    const PlanBinding *binding = &plan->bindings.items[--plan->bindings.count];
    const TermNode *node = bank_node(plan->bank, binding->variable);
    plan->depth_of.items[node->first] = binding->outer_depth;
    plan->binding_of.items[bank_variable_info(plan->bank, binding->variable)->name] =
        binding->outer;
  }
  /* The last bit stands for all depths from 64 on. */
  if (frame && scope->depth <= 64)
    frame->needs &= ~scope_bit(scope->depth);
  else if (frame && !bank_open(plan->bank, frame->term) && !(frame->flags & PLAN_LEVELS))
    frame->needs = 0;
  plan->path.count--;
}

uint32_t scope_home(const Plan *plan, uint64_t needs)
{
  assert(plan->path.count > 0);
  uint32_t here = (uint32_t)plan->path.count - 1;
  uint32_t depth = 0;
  if (needs) {
    /* Deeper than 63 binders it is not known on which ones it depends: bind it right here. */
    depth = needs >> 63 ? here : 64 - (uint32_t)__builtin_clzll(needs);
    const PlanScope *scope = plan_scope(plan);
    if ((needs & scope->blocked) && depth < scope->barrier) depth = scope->barrier;
  }
  if (depth < plan->base) depth = plan->base;
  return plan->path.items[depth < here ? depth : here];
}

/* So many scopes are looked at; names from further out count as hidden. */
enum { HIDE_DISTANCE = 64 };

bool scope_may_hide(const Plan *plan, uint32_t home, uint64_t names)
{
  if (!names) return false;
  uint32_t here = (uint32_t)plan->path.count - 1;
  uint32_t depth = plan->scopes.items[home].depth;
  assert(depth <= here);
  if (here - depth > HIDE_DISTANCE) return true;
  for (; here > depth; here--)
    if (plan->scopes.items[plan->path.items[here]].names & names) return true;
  return false;
}

bool scope_hides(const Plan *plan, Term term)
{
  const TermNode *node = bank_node(plan->bank, term);
  if (node->op == OP_VARIABLE) {
    const PlanBinding *binding = innermost(plan, bank_variable_info(plan->bank, term)->name);
    return binding && binding->variable != term;
  }
  if (!plan->texts->has_hiding) return false;
  const OperatorInfo *info = bank_operator(plan->bank, node->op);
  if (info->kind != OPERATOR_APPLY || info->index_count) return false;
  return innermost(plan, funs_info(&plan->bank->funs, info->fun)->name) != NULL;
}
