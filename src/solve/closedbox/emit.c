#include "solve/closedbox/emit.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "smt/term/traverse.h"
#include "smt/value/literal.h"
#include "solve/closedbox/emit_term.h"
#include "solve/closedbox/runtime.h"
#include "solve/closedbox/signature.h"
#include "solve/closedbox/verify.h"

/* --- what can be run --- */

static bool is_connective(const Bank *bank, Term term)
{
  static const char *const names[] = {"and", "or", "not", "=>", "xor", "ite", "=", "distinct"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (box_problem_applies(bank, term, names[i])) return true;
  return false;
}

/* Is this node, not what is below it, something that C can compute? */
static bool node_is_runnable(const BoxProblem *problem, Term term)
{
  const Bank *bank = problem->bank;
  if (emit_rounding(bank, term) >= 0) return true;
  if (layout_of_sort(bank, bank_sort(bank, term)).kind == LAYOUT_NONE) return false;
  if (value_is_literal(bank, term)) return true;
  Fun fun = bank_fun(bank, term);
  if (!fun) return false;
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (info->origin == FUN_DECLARED) return info->arity == 0 || boxes_find(problem->boxes, fun) >= 0;
  if (bank_node(bank, term)->count == 0)
    return box_problem_applies(bank, term, "true") || box_problem_applies(bank, term, "false");
  if (is_connective(bank, term))
    return !(box_problem_applies(bank, term, "xor") && bank_node(bank, term)->count != 2);
  return emit_has_template(bank, term);
}

bool emit_is_runnable(const BoxProblem *problem, Term term)
{
  Walk walk = {0};
  bool fine = true;
  walk_start(&walk, problem->bank);
  walk_add_root(&walk, term);
  for (Term t; fine && (t = walk_next(&walk));) fine = node_is_runnable(problem, t);
  walk_deinit(&walk);
  return fine;
}

/* --- the plan --- */

void emit_plan_deinit(EmitPlan *plan)
{
  VEC_FREE(&plan->variables);
  VEC_FREE(&plan->constraints);
  VEC_FREE(&plan->values);
  VEC_FREE(&plan->equations);
  VEC_FREE(&plan->join_variables);
}

static void order_constraints(EmitPlan *plan, const BoxProblem *problem)
{
  U32Vec ordered = {0};
  for (int boxes = 0; boxes < 2; boxes++) {
    for (size_t i = 0; i < plan->constraints.count; i++)
      if (box_problem_has_box(problem, plan->constraints.items[i]) == (boxes == 1))
        VEC_PUSH(&ordered, plan->constraints.items[i]);
    if (!boxes) plan->pure = (uint32_t)ordered.count;
  }
  VEC_FREE(&plan->constraints);
  plan->constraints = ordered;
}

static void start_walk(Walk *walk, const EmitPlan *plan, const Bank *bank)
{
  walk_start(walk, bank);
  for (size_t i = 0; i < plan->constraints.count; i++)
    walk_add_root(walk, plan->constraints.items[i]);
  for (size_t i = 0; i < plan->values.count; i++) walk_add_root(walk, plan->values.items[i]);
}

/* The positions of the variables of a term. */
static void variables_of(const EmitPlan *plan, const Bank *bank, Term term, U32Vec *positions)
{
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  positions->count = 0;
  for (Term t; (t = walk_next(&walk));)
    for (uint32_t i = 0; i < plan->variables.count; i++)
      if (bank_node(bank, t)->count == 0 && bank_fun(bank, t) == plan->variables.items[i].fun)
        VEC_PUSH(positions, i);
  walk_deinit(&walk);
}

static bool have_common(const U32Vec *a, const U32Vec *b)
{
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < b->count; k++)
      if (a->items[i] == b->items[k]) return true;
  return false;
}

/* Equations of one word with boxes on both sides, of different variables. */
static void find_join(EmitPlan *plan, const BoxProblem *problem)
{
  const Bank *bank = problem->bank;
  U32Vec right = {0};
  for (size_t i = plan->pure; i < plan->constraints.count && !plan->join; i++) {
    Term term = plan->constraints.items[i];
    if (!box_problem_applies(bank, term, "=") || bank_node(bank, term)->count != 2) continue;
    const Term *args = bank_args(bank, term);
    LayoutKind kind = layout_of_sort(bank, bank_sort(bank, args[0])).kind;
    if ((kind != LAYOUT_BITS && kind != LAYOUT_INT) || !box_problem_has_box(problem, args[0]) ||
        !box_problem_has_box(problem, args[1]))
      continue;
    variables_of(plan, bank, args[0], &plan->join_variables);
    variables_of(plan, bank, args[1], &right);
    if (plan->join_variables.count && right.count && !have_common(&plan->join_variables, &right))
      plan->join = term;
  }
  if (!plan->join) plan->join_variables.count = 0;
  VEC_FREE(&right);
}

static void find_equations(EmitPlan *plan, const Bank *bank)
{
  for (size_t i = 0; i < plan->constraints.count; i++) {
    Term term = plan->constraints.items[i];
    if (!box_problem_applies(bank, term, "=") || bank_node(bank, term)->count != 2) continue;
    Layout layout = layout_of_sort(bank, bank_sort(bank, bank_args(bank, term)[0]));
    if (layout.kind != LAYOUT_BITS && layout.kind != LAYOUT_WIDE) continue;
    VEC_PUSH(&plan->equations, term);
    plan->difference_words += layout.words;
  }
}

void emit_plan_variables(EmitPlan *plan, const BoxProblem *problem)
{
  const Bank *bank = problem->bank;
  order_constraints(plan, problem);
  Walk walk = {0};
  start_walk(&walk, plan, bank);
  for (Term t; (t = walk_next(&walk));) {
    Fun fun = bank_fun(bank, t);
    if (!fun || value_is_literal(bank, t)) continue;
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->origin != FUN_DECLARED || info->arity != 0) continue;
    Layout layout = layout_of_sort(bank, bank_sort(bank, t));
    EmitVariable variable = {fun, bank_sort(bank, t), layout, plan->words};
    VEC_PUSH(&plan->variables, variable);
    plan->words += layout.words;
  }
  walk_deinit(&walk);
  find_equations(plan, bank);
  find_join(plan, problem);
  for (size_t i = 0; i < plan->values.count; i++)
    plan->value_words += layout_of_sort(bank, bank_sort(bank, plan->values.items[i])).words;
}

/* --- terms --- */

static void put_words(StrBuf *out, Term term, Layout layout, const uint64_t *words)
{
  if (emit_is_pointer(layout)) {
    strbuf_printf(out, "  static const u64 k%u[] = {", term);
    for (uint32_t i = 0; i < layout.words; i++) strbuf_printf(out, "0x%" PRIx64 "ull,", words[i]);
    strbuf_printf(out, "};\n  const u64 *t%u = k%u;\n", term, term);
  } else if (layout.kind == LAYOUT_REAL || layout.kind == LAYOUT_DOUBLE) {
    strbuf_printf(out, "  union double_bits k%u; k%u.w = 0x%" PRIx64 "ull; double t%u = k%u.d;\n",
                  term, term, words[0], term, term);
  } else if (layout.kind == LAYOUT_FLOAT) {
    strbuf_printf(out, "  union float_bits k%u; k%u.w = 0x%" PRIx64 "u; float t%u = k%u.f;\n", term,
                  term, words[0], term, term);
  } else {
    strbuf_printf(out, "  u64 t%u = 0x%" PRIx64 "ull;\n", term, words[0]);
  }
}

static void put_literal(StrBuf *out, Bank *bank, Term term)
{
  Layout layout = layout_of_sort(bank, bank_sort(bank, term));
  uint64_t *words = mem_alloc_zero(layout.words, sizeof *words);
  bool fine = call_literal_words(bank, term, words);
  put_words(out, term, layout, words);
  if (!fine) strbuf_add_text(out, "  f_fail();\n");
  free(words);
}

static void put_variable(StrBuf *out, const EmitVariable *variable, Term term)
{
  if (emit_is_pointer(variable->layout))
    strbuf_printf(out, "  const u64 *t%u = in + %u;\n", term, variable->first);
  else if (variable->layout.kind == LAYOUT_REAL || variable->layout.kind == LAYOUT_DOUBLE)
    strbuf_printf(out, "  double t%u = ((const union double_bits *)(in + %u))->d;\n", term,
                  variable->first);
  else if (variable->layout.kind == LAYOUT_FLOAT)
    strbuf_printf(out, "  float t%u = ((const union float_bits *)(in + %u))->f;\n", term,
                  variable->first);
  else
    strbuf_printf(out, "  u64 t%u = in[%u];\n", term, variable->first);
}

/* A call whose arguments or result are not plain words goes through the caller. */
static void put_remote_call(StrBuf *out, const Bank *bank, const Box *box, int number, Term term)
{
  const Term *args = bank_args(bank, term);
  Layout layout = box_result(box);
  strbuf_printf(out, "  u64 a%u[%u], r%u[%u];\n", term, box->words, term, layout.words);
  for (uint32_t i = 0, at = 0; i < box->arity; at += box->layouts[i++].words) {
    Layout one = box->layouts[i];
    if (emit_is_pointer(one))
      strbuf_printf(out, "  for (int i = 0; i < %u; i++) a%u[%u + i] = t%u[i];\n", one.words, term,
                    at, args[i]);
    else if (one.kind == LAYOUT_REAL || one.kind == LAYOUT_DOUBLE)
      strbuf_printf(out, "  ((union double_bits *)(a%u + %u))->d = t%u;\n", term, at, args[i]);
    else if (one.kind == LAYOUT_FLOAT)
      strbuf_printf(out, "  a%u[%u] = 0; ((union float_bits *)(a%u + %u))->f = t%u;\n", term, at,
                    term, at, args[i]);
    else
      strbuf_printf(out, "  a%u[%u] = t%u;\n", term, at, args[i]);
  }
  strbuf_printf(out, "  f_call(the_caller, %d, a%u, r%u);\n", number, term, term);
  if (emit_is_pointer(layout))
    strbuf_printf(out, "  const u64 *t%u = r%u;\n", term, term);
  else if (layout.kind == LAYOUT_REAL || layout.kind == LAYOUT_DOUBLE)
    strbuf_printf(out, "  double t%u = ((union double_bits *)r%u)->d;\n", term, term);
  else if (layout.kind == LAYOUT_FLOAT)
    strbuf_printf(out, "  float t%u = ((union float_bits *)r%u)->f;\n", term, term);
  else
    strbuf_printf(out, "  u64 t%u = r%u[0];\n", term, term);
}

static void put_call(StrBuf *out, const BoxProblem *problem, Term term)
{
  const Bank *bank = problem->bank;
  int number = boxes_find(problem->boxes, bank_fun(bank, term));
  const Box *box = &problem->boxes->items.items[number];
  if (box->kind == BOX_PROGRAM || !box_signature_is_expression(box)) {
    put_remote_call(out, bank, box, number, term);
    return;
  }
  char texts[BOX_MAX_ARITY][24], address[24];
  const char *args[BOX_MAX_ARITY];
  for (uint32_t i = 0; i < box->arity; i++) {
    bool string = box->layouts[i].kind == LAYOUT_STRING;
    snprintf(texts[i], sizeof texts[i], "t%u%s", bank_args(bank, term)[i], string ? " + 1" : "");
    args[i] = texts[i];
  }
  snprintf(address, sizeof address, "boxes[%d]", number);
  strbuf_printf(out, "  %s t%u = ", emit_c_type(box_result(box)), term);
  box_signature_call(out, box, address, args);
  strbuf_add_text(out, ";\n");
}

static void put_equal(StrBuf *out, const Bank *bank, Term a, Term b)
{
  Layout layout = layout_of_sort(bank, bank_sort(bank, a));
  if (layout.kind == LAYOUT_STRING)
    strbuf_printf(out, "(d_text(t%u, t%u) == 0)", a, b);
  else if (emit_is_pointer(layout))
    strbuf_printf(out, "(d_words(0, t%u, t%u, %u) == 0)", a, b, layout.words);
  else if (layout.kind == LAYOUT_FLOAT || layout.kind == LAYOUT_DOUBLE) /* NaN, signed zeros */
    strbuf_printf(out,
                  "((t%u != t%u && t%u != t%u) || (t%u == t%u && 1 / t%u == 1 / t%u) || (t%u == "
                  "t%u && t%u != 0))",
                  a, a, b, b, a, b, a, b, a, b, a);
  else
    strbuf_printf(out, "(t%u == t%u)", a, b);
}

static void put_connective(StrBuf *out, const Bank *bank, Term term)
{
  const TermNode node = *bank_node(bank, term);
  const Term *args = bank_args(bank, term);
  strbuf_printf(out, "  %s t%u = ", emit_c_type(layout_of_sort(bank, node.sort)), term);
  if (box_problem_applies(bank, term, "not")) {
    strbuf_printf(out, "!t%u", args[0]);
  } else if (box_problem_applies(bank, term, "ite")) {
    strbuf_printf(out, "t%u ? t%u : t%u", args[0], args[1], args[2]);
  } else if (box_problem_applies(bank, term, "xor")) {
    strbuf_printf(out, "t%u != t%u", args[0], args[1]);
  } else if (box_problem_applies(bank, term, "=")) {
    for (uint32_t i = 0; i + 1 < node.count; i++) {
      strbuf_add_text(out, i ? " && " : "");
      put_equal(out, bank, args[i], args[i + 1]);
    }
  } else if (box_problem_applies(bank, term, "distinct")) {
    for (uint32_t i = 0; i < node.count; i++)
      for (uint32_t k = i + 1; k < node.count; k++) {
        strbuf_add_text(out, i || k > 1 ? " && !" : "!");
        put_equal(out, bank, args[i], args[k]);
      }
  } else {
    bool implies = box_problem_applies(bank, term, "=>");
    const char *between = box_problem_applies(bank, term, "and") ? " & " : " | ";
    for (uint32_t i = 0; i < node.count; i++)
      strbuf_printf(out, "%s%st%u", i ? between : "", implies && i + 1 < node.count ? "!" : "",
                    args[i]);
  }
  strbuf_add_text(out, ";\n");
}

void emit_put_term(StrBuf *out, const EmitPlan *plan, const BoxProblem *problem, Term term)
{
  Bank *bank = problem->bank;
  if (emit_rounding(bank, term) >= 0) return;
  if (value_is_literal(bank, term)) {
    put_literal(out, bank, term);
    return;
  }
  Fun fun = bank_fun(bank, term);
  if (bank_node(bank, term)->count == 0 && funs_info(&bank->funs, fun)->origin == FUN_DECLARED) {
    for (size_t i = 0; i < plan->variables.count; i++)
      if (plan->variables.items[i].fun == fun) put_variable(out, &plan->variables.items[i], term);
  } else if (bank_node(bank, term)->count == 0) {
    strbuf_printf(out, "  u64 t%u = %d;\n", term, box_problem_applies(bank, term, "true"));
  } else if (boxes_find(problem->boxes, fun) >= 0) {
    put_call(out, problem, term);
  } else if (is_connective(bank, term)) {
    put_connective(out, bank, term);
  } else {
    emit_put_application(out, bank, term);
  }
}
