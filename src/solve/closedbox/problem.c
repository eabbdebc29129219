#include "solve/closedbox/problem.h"

#include "smt/term/build.h"
#include "smt/term/rewrite.h"
#include "smt/term/substitute.h"
#include "smt/term/traverse.h"

bool box_problem_applies(const Bank *bank, Term term, const char *name)
{
  Fun fun = bank_fun(bank, term);
  return fun && funs_info(&bank->funs, fun)->origin == FUN_THEORY &&
         symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, name);
}

/* --- definitions --- */

/* An application of a defined function becomes its body; annotations go. */
static Term expand_node(void *context, Term old, Term *args)
{
  Bank *bank = context;
  const TermNode node = *bank_node(bank, old);
  if (bank_operator(bank, node.op)->kind == OPERATOR_ANNOTATION) return args[0];
  Fun fun = bank_fun(bank, old);
  if (!fun || funs_info(&bank->funs, fun)->origin != FUN_DEFINED) return 0;
  Term definition = funs_info(&bank->funs, fun)->definition;
  if (node.count == 0) return definition;
  if (bank_node(bank, definition)->op != OP_LAMBDA ||
      bank_node(bank, definition)->count != node.count + 1)
    return 0;
  U32Vec variables = {0};
  VEC_APPEND(&variables, bank_args(bank, definition), node.count + 1);
  Term body =
      substitute_terms(bank, variables.items[node.count], variables.items, args, node.count);
  VEC_FREE(&variables);
  return body;
}

/* Bodies may apply defined functions themselves, which are older: this ends. Arguments that are open could be caught
 * by a binder of the body, so terms with binders are left as they are. */
static Term expand(Bank *bank, Term term)
{
  for (;;) {
    Term next = rewrite_term(bank, term, expand_node, bank);
    if (next == term) return term;
    term = next;
  }
}

static bool has_binder(const Bank *bank, Term root)
{
  Walk walk = {0};
  bool found = false;
  walk_start(&walk, bank);
  walk_add_root(&walk, root);
  for (Term t; (t = walk_next(&walk));)
    found |= bank_is_binder(bank_node(bank, t)->op) || bank_node(bank, t)->op == OP_MATCH;
  walk_deinit(&walk);
  return found;
}

/* --- conjunctions --- */

static Term negation(Bank *bank, Term term)
{
  return build(bank, "not", 0, &term, 1);
}

/* Puts what a constraint is the conjunction of on the list; false if it is none. */
static bool split(Bank *bank, Term term, U32Vec *todo)
{
  uint32_t count = bank_node(bank, term)->count;
  if (box_problem_applies(bank, term, "and")) {
    for (uint32_t i = count; i-- > 0;) VEC_PUSH(todo, bank_args(bank, term)[i]);
    return true;
  }
  if (!box_problem_applies(bank, term, "not")) return false;
  Term inner = bank_args(bank, term)[0];
  count = bank_node(bank, inner)->count;
  if (box_problem_applies(bank, inner, "not")) {
    VEC_PUSH(todo, bank_args(bank, inner)[0]);
    return true;
  }
  bool implies = box_problem_applies(bank, inner, "=>");
  if (!implies && !box_problem_applies(bank, inner, "or")) return false;
  for (uint32_t i = count; i-- > 0;) {
    Term part = bank_args(bank, inner)[i];
    VEC_PUSH(todo, implies && i + 1 < count ? part : negation(bank, part));
  }
  return true;
}

static void add_constraint(BoxProblem *problem, Term assertion)
{
  Bank *bank = problem->bank;
  U32Vec todo = {0};
  VEC_PUSH(&todo, has_binder(bank, assertion) ? assertion : expand(bank, assertion));
  while (todo.count > 0) {
    Term term = todo.items[--todo.count];
    if (!split(bank, term, &todo)) VEC_PUSH(&problem->constraints, term);
  }
  VEC_FREE(&todo);
}

/* --- all --- */

static void find_constants(BoxProblem *problem)
{
  const Bank *bank = problem->bank;
  Walk walk = {0};
  walk_start(&walk, bank);
  for (size_t i = 0; i < problem->constraints.count; i++)
    walk_add_root(&walk, problem->constraints.items[i]);
  for (Term t; (t = walk_next(&walk));) {
    Fun fun = bank_fun(bank, t);
    const FunInfo *info = fun ? funs_info(&bank->funs, fun) : NULL;
    if (info && info->origin == FUN_DECLARED && info->arity == 0)
      VEC_PUSH(&problem->constants, fun);
  }
  walk_deinit(&walk);
}

void box_problem_init(BoxProblem *problem, Bank *bank, Parser *parser, const Script *script,
                      const Boxes *boxes, const Term *assertions, size_t count)
{
  *problem = (BoxProblem){.bank = bank, .parser = parser, .script = script, .boxes = boxes};
  VEC_APPEND(&problem->assertions, assertions, count);
  for (size_t i = 0; i < count; i++) add_constraint(problem, assertions[i]);
  find_constants(problem);
}

void box_problem_deinit(BoxProblem *problem)
{
  VEC_FREE(&problem->assertions);
  VEC_FREE(&problem->constraints);
  VEC_FREE(&problem->constants);
}

bool box_problem_has_box(const BoxProblem *problem, Term term)
{
  const Bank *bank = problem->bank;
  Walk walk = {0};
  bool found = false;
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term t; !found && (t = walk_next(&walk));) {
    Fun fun = bank_fun(bank, t);
    found = fun && boxes_find(problem->boxes, fun) >= 0;
  }
  walk_deinit(&walk);
  return found;
}
