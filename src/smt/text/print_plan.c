/* The analysis: one walk over the graph, each node once per scope it belongs to. */
#include "smt/text/print_plan.h"

#include <assert.h>

/* --- nodes --- */

/* Adds a node with the needs, flags, inner scope and codes of the frame to a scope. */
static uint32_t add_node(Plan *plan, const PlanFrame *frame, uint32_t home)
{
  assert(frame->term < plan->node_of.count && home < plan->scopes.count);
  uint32_t id = (uint32_t)plan->nodes.count;
  PlanNode node = {.term = frame->term,
                   .codes = frame->codes,
                   .inner = frame->inner,
                   .uses = 1,
                   .flags = frame->flags,
                   .needs = frame->needs,
                   .names = frame->names,
                   .scope = home};
  PlanScope *scope = &plan->scopes.items[home];
  node.next = scope->first;
  scope->first = id;
  node.hidden = plan->node_of.items[node.term];
  plan->node_of.items[node.term] = id;
  VEC_PUSH(&plan->nodes, node);
  return id;
}

/* The node that stands for the term here, or 0. */
static uint32_t find_node(const Plan *plan, Term term)
{
  uint32_t id = plan->node_of.items[term];
  if (!id) return 0;
  const PlanNode *node = &plan->nodes.items[id];
  /* After a barrier the same variables may mean others. */
  const PlanScope *here = plan_scope(plan);
  bool valid =
      !(node->needs & here->blocked) || plan->scopes.items[node->scope].depth >= here->barrier;
  return valid && !(node->flags & PLAN_CASE) ? id : 0;
}

static void use_again(Plan *plan, uint32_t id)
{
  PlanNode *node = &plan->nodes.items[id];
  node->uses++;
  if (scope_may_hide(plan, node->scope, node->names) || (node->flags & PLAN_HAS_NAMED))
    node->flags |= PLAN_FORCED;
}

/* --- leaves --- */

static uint32_t variable_depth(const Plan *plan, Term variable)
{
  assert(bank_node(plan->bank, variable)->op == OP_VARIABLE);
  return plan->depth_of.items[bank_node(plan->bank, variable)->first];
}

/* A node for a name that is hidden here, bound where it is not. */
static uint32_t add_hidden(Plan *plan, Term leaf, uint32_t depth)
{
  assert(depth < plan->path.count && plan->base < plan->path.count);
  uint32_t home = plan->path.items[depth < plan->base ? plan->base : depth];
  uint32_t id = plan->node_of.items[leaf];
  if (id && plan->nodes.items[id].scope == home) return id;
  PlanFrame frame = {.term = leaf, .needs = scope_bit(depth), .flags = PLAN_FORCED};
  return add_node(plan, &frame, home);
}

/* A node for the use of a name given by :named, which must be read before it; 0 if it is none. */
static uint32_t add_name_use(Plan *plan, PlanFrame *frame, Term leaf)
{
  const OperatorInfo *info = bank_operator(plan->bank, bank_node(plan->bank, leaf)->op);
  if (info->kind != OPERATOR_APPLY) return 0;
  Symbol name = funs_info(&plan->bank->funs, info->fun)->name;
  if (!(plan->texts->symbols.items[name] & SYMBOL_NAMED)) return 0;
  frame->flags |= PLAN_LOCAL;
  if (plan->node_of.items[leaf]) return plan->node_of.items[leaf];
  plan->name_uses++;
  PlanFrame use = {.term = leaf, .flags = PLAN_LOCAL};
  return add_node(plan, &use, scope_home(plan, 0));
}

/* The name of a variable, or of a function that has the name of some variable. */
static uint64_t name_bit(const Plan *plan, const TermNode *node)
{
  Texts *texts = plan->texts;
  if (node->op == OP_VARIABLE)
    return texts_name_bit(texts, plan->bank->variables.items[node->first].name);
  const OperatorInfo *info = bank_operator(plan->bank, node->op);
  if (!texts->has_hiding || info->kind != OPERATOR_APPLY) return 0;
  Symbol name = funs_info(&plan->bank->funs, info->fun)->name;
  return texts->symbols.items[name] & SYMBOL_VARIABLE ? texts_name_bit(texts, name) : 0;
}

/* The code of a term without arguments; adds what it needs to the frame. */
static uint32_t visit_leaf(Plan *plan, PlanFrame *frame, Term leaf)
{
  const TermNode *node = bank_node(plan->bank, leaf);
  uint32_t depth = node->op == OP_VARIABLE ? variable_depth(plan, leaf) : 0;
  frame->needs |= scope_bit(depth);
  frame->names |= name_bit(plan, node);
  if (scope_hides(plan, leaf)) return add_hidden(plan, leaf, depth);
  return plan->texts->has_named ? add_name_use(plan, frame, leaf) : 0;
}

/* --- patterns --- */

enum { PLAIN_PATTERN_SIZE = 256 };

/* Patterns are written without names, since solvers look at their form, if they are small and can be:
 * true, and their needs and names are added. */
static bool is_plain_pattern(Plan *plan, Term pattern, PlanFrame *frame)
{
  uint64_t needs = 0, names = 0;
  U32Vec *stack = &plan->stack;
  stack->count = 0;
  VEC_PUSH(stack, pattern);
  for (uint32_t size = 0; stack->count; size++) {
    Term term = stack->items[--stack->count];
    const TermNode *node = bank_node(plan->bank, term);
    bool plain =
        node->op < OP_FORALL || bank_operator(plan->bank, node->op)->kind == OPERATOR_APPLY;
    if (!plain || scope_hides(plan, term)) return false;
    if (size + stack->count + node->count > PLAIN_PATTERN_SIZE) return false;
    if (node->op == OP_VARIABLE) needs |= scope_bit(variable_depth(plan, term));
    names |= name_bit(plan, node);
    if (node->count) VEC_APPEND(stack, bank_args(plan->bank, term), node->count);
  }
  frame->needs |= needs;
  frame->names |= names;
  return true;
}

/* --- the walk --- */

static void push(Plan *plan, Term term)
{
  const TermNode *node = bank_node(plan->bank, term);
  const OperatorInfo *info = bank_operator(plan->bank, node->op);
  PlanFrame frame = {.term = term, .codes = (uint32_t)plan->codes.count};
  VEC_RESERVE(&plan->codes, node->count);
  plan->codes.count += node->count;
  if (info->kind == OPERATOR_APPLY) {
    if (plan->texts->has_hiding) {
      frame.names = name_bit(plan, node);
      if (scope_hides(plan, term)) frame.flags |= PLAN_FORCED;
    }
  } else if (info->kind == OPERATOR_ANNOTATION) {
    if (info->fun == plan->texts->keyword_named) frame.flags |= PLAN_HAS_NAMED | PLAN_LOCAL;
  } else if (node->op != OP_MATCH) {
    if (info->kind == OPERATOR_CASE) frame.flags |= PLAN_CASE;
    scope_enter(plan, &frame);
    frame.next = bank_bound_count(plan->bank, term);
    for (uint32_t i = 0; i < frame.next; i++) plan->codes.items[frame.codes + i] = 0;
  }
  VEC_PUSH(&plan->frames, frame);
}

static void pass_up(PlanFrame *parent, const PlanNode *node)
{
  parent->needs |= node->needs;
  parent->names |= node->names;
  parent->flags |= node->flags & (PLAN_HAS_NAMED | PLAN_LOCAL | PLAN_LEVELS);
  if (node->flags & PLAN_FORCE_PARENT) parent->flags |= PLAN_FORCED;
}

static void pop(Plan *plan)
{
  assert(plan->frames.count > 0);
  PlanFrame frame = plan->frames.items[--plan->frames.count];
  if (frame.inner) scope_leave(plan, &frame);
  uint32_t id = add_node(plan, &frame, scope_home(plan, frame.needs));
  if (plan->frames.count == 0) {
    plan->root = id;
    return;
  }
  PlanFrame *parent = &plan->frames.items[plan->frames.count - 1];
  plan->codes.items[parent->codes + parent->next - 1] = id;
  pass_up(parent, &plan->nodes.items[id]);
}

/* A term that has a definition is its name. */
static uint32_t add_defined(Plan *plan, Term term)
{
  uint32_t name = term < plan->defined->count ? plan->defined->items[term] : 0;
  if (!name) return 0;
  PlanFrame frame = {.term = term, .flags = PLAN_DEFINED | PLAN_KNOWN};
  uint32_t id = add_node(plan, &frame, scope_home(plan, 0));
  plan->nodes.items[id].name = name;
  return id;
}

/* Takes the next argument of the topmost frame; true if it became the topmost one itself. */
static bool visit_argument(Plan *plan, PlanFrame *frame, const TermNode *node)
{
  uint32_t i = frame->next++;
  Term term = plan->bank->args.items[node->first + i];
  uint32_t *code = &plan->codes.items[frame->codes + i];
  *code = 0;
  if (bank_node(plan->bank, term)->count == 0) {
    if (plan->watches_leaves || plan->path.count > 1) *code = visit_leaf(plan, frame, term);
    return false;
  }
  if (i > 0 && bank_operator(plan->bank, node->op)->kind == OPERATOR_ANNOTATION) {
    if (is_plain_pattern(plan, term, frame)) return false;
    frame->flags |= PLAN_BAD_PATTERN;
  }
  uint32_t id = find_node(plan, term);
  if (id)
    use_again(plan, id);
  else if (plan->defined)
    id = add_defined(plan, term);
  if (id) {
    *code = id;
    pass_up(frame, &plan->nodes.items[id]);
    return false;
  }
  push(plan, term);
  return true;
}

static void walk(Plan *plan, Term term)
{
  push(plan, term);
  while (plan->frames.count) {
    PlanFrame *frame = &plan->frames.items[plan->frames.count - 1];
    const TermNode *node = bank_node(plan->bank, frame->term);
    bool deeper = false;
    while (!deeper && frame->next < node->count) deeper = visit_argument(plan, frame, node);
    if (!deeper) pop(plan);
  }
}

static void start(Plan *plan)
{
  const Bank *bank = plan->bank;
  FIT_ZERO(&plan->node_of, bank->terms.count);
  FIT_ZERO(&plan->depth_of, bank->variables.count);
  FIT_ZERO(&plan->binding_of, symbols_count(&bank->symbols));
  FIT_ZERO(&plan->named_by, symbols_count(&bank->symbols));
  plan->name_uses = 0;
  plan->watches_leaves = plan->texts->has_named || plan->texts->has_hiding;
  plan->nodes.count = 0;
  plan->codes.count = 0;
  plan->scopes.count = 0;
  VEC_PUSH(&plan->nodes, (PlanNode){0});
  VEC_PUSH(&plan->scopes, (PlanScope){0});
  plan->root = 0;
}

void plan_build(Plan *plan, Term term, bool parameters)
{
  assert(term && bank_has_term(plan->bank, term));
  start(plan);
  plan->base = 0;
  scope_enter(plan, NULL);
  if (bank_node(plan->bank, term)->count) {
    if (plan->defined && !parameters) plan->root = add_defined(plan, term);
    plan->base = parameters;
    if (!plan->root) walk(plan, term);
  }
  scope_leave(plan, NULL);
  assert(plan->path.count == 0 && plan->bindings.count == 0);
  plan_choose_names(plan);
}

void plan_deinit(Plan *plan)
{
  VEC_FREE(&plan->nodes);
  VEC_FREE(&plan->codes);
  VEC_FREE(&plan->scopes);
  VEC_FREE(&plan->frames);
  VEC_FREE(&plan->bindings);
  VEC_FREE(&plan->path);
  VEC_FREE(&plan->node_of);
  VEC_FREE(&plan->depth_of);
  VEC_FREE(&plan->binding_of);
  VEC_FREE(&plan->named_by);
  VEC_FREE(&plan->stack);
  VEC_FREE(&plan->counts);
  VEC_FREE(&plan->order);
}
