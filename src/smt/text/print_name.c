/* Which nodes of a plan get a name, and the lists of them. */
#include <assert.h>

#include "smt/text/print_plan.h"

static bool is_chosen(const PlanNode *node)
{
  return node->name && !(node->flags & PLAN_KNOWN);
}

/* The size of a node, and a level above what is named in it. */
static void measure(const Plan *plan, PlanNode *node)
{
  uint32_t count = node->flags & PLAN_KNOWN ? 0 : bank_node(plan->bank, node->term)->count;
  uint64_t size = 1;
  uint32_t level = node->after ? plan->nodes.items[node->after].level + 1 : 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t code = plan->codes.items[node->codes + i];
    const PlanNode *arg = &plan->nodes.items[code]; /* node 0: written as it is */
    size += code == 0 || arg->name ? 1 : arg->size;
    uint32_t above = arg->level + is_chosen(arg);
    if (above > level) level = above;
  }
  node->size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
  node->level = level;
}

typedef struct {
  uint32_t count;
  uint32_t highest; /* level */
  bool changed;     /* the level of the use of a name has been changed */
} Choice;

/* Chooses from the arguments up. */
static Choice choose(Plan *plan)
{
  Choice choice = {0};
  for (uint32_t id = 1; id < plan->nodes.count; id++) {
    PlanNode *node = &plan->nodes.items[id];
    uint32_t before = node->level;
    measure(plan, node);
    choice.changed |= node->after && node->level != before;
    if (node->level > choice.highest) choice.highest = node->level;
    if (id == plan->root || (node->flags & (PLAN_CASE | PLAN_KNOWN))) continue;
    if ((node->flags & PLAN_FORCED) ||
        (node->uses > 1 && node->size >= plan->min_size && plan->share != SHARE_TREE)) {
      node->name = UINT32_MAX;
      choice.count++;
    }
  }
  return choice;
}

/* A name given by :named inside the term can be used elsewhere in it: then the annotation is bound by
 * a let, and what uses the name comes after it. */
static void order_name_uses(Plan *plan)
{
  for (uint32_t id = 1; id < plan->nodes.count; id++) {
    Op op = bank_node(plan->bank, plan->nodes.items[id].term)->op;
    Symbol name = texts_named(plan->texts, op);
    if (name) plan->named_by.items[name] = id;
  }
  for (uint32_t id = 1; id < plan->nodes.count; id++) {
    PlanNode *node = &plan->nodes.items[id];
    const TermNode *use = bank_node(plan->bank, node->term);
    if (use->count || !(node->flags & PLAN_LOCAL)) continue;
    Symbol name = funs_info(&plan->bank->funs, bank_fun(plan->bank, node->term))->name;
    node->after = plan->named_by.items[name];
    if (node->after) plan->nodes.items[node->after].flags |= PLAN_FORCED;
  }
  for (uint32_t id = 1; id < plan->nodes.count; id++) {
    Op op = bank_node(plan->bank, plan->nodes.items[id].term)->op;
    plan->named_by.items[texts_named(plan->texts, op)] = 0;
  }
}

/* The chosen nodes by level, those of one level in the order of their text. */
static void sort_by_level(Plan *plan, uint32_t highest)
{
  U32Vec *counts = &plan->counts, *order = &plan->order;
  counts->count = 0;
  FIT_ZERO(counts, (size_t)highest + 2);
  for (uint32_t id = 1; id < plan->nodes.count; id++)
    if (is_chosen(&plan->nodes.items[id])) counts->items[plan->nodes.items[id].level + 1]++;
  for (uint32_t level = 1; level <= highest + 1; level++)
    counts->items[level] += counts->items[level - 1];
  order->count = 0;
  FIT_ZERO(order, (size_t)counts->items[highest + 1]);
  for (uint32_t id = 1; id < plan->nodes.count; id++)
    if (is_chosen(&plan->nodes.items[id]))
      order->items[counts->items[plan->nodes.items[id].level]++] = id;
}

void plan_choose_names(Plan *plan)
{
  assert(plan->root < plan->nodes.count);
  bool orders = plan->name_uses && (plan->nodes.items[plan->root].flags & PLAN_HAS_NAMED);
  if (orders) order_name_uses(plan);
  Choice choice = choose(plan);
  /* Levels go up until they fit: a use may come before the annotation here. */
  for (uint32_t i = 0; choice.changed && i < plan->name_uses; i++) choice = choose(plan);
  for (size_t i = 1; i < plan->scopes.count; i++)
    plan->scopes.items[i].first = plan->scopes.items[i].last = 0;
  if (choice.count == 0) return;
  sort_by_level(plan, choice.highest);
  for (size_t i = 0; i < plan->order.count; i++) {
    uint32_t id = plan->order.items[i];
    PlanScope *scope = &plan->scopes.items[plan->nodes.items[id].scope];
    if (scope->last)
      plan->nodes.items[scope->last].next = id;
    else
      scope->first = id;
    scope->last = id;
    plan->nodes.items[id].next = 0;
  }
}
