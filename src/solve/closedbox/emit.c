#include "solve/closedbox/emit.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "smt/eval/machine.h"
#include "smt/term/traverse.h"
#include "smt/value/literal.h"
#include "solve/closedbox/runtime.h"
#include "solve/closedbox/signature.h"

/* How an application is written: "%a" is the first argument, "%b" the second, "%w" the width of the result, "%v" that of
 * the first argument, "%m" the mask of the result, "%i" and "%j" the indices. Arguments are 64-bit words, doubles or
 * pointers. Folded to the left where there are more arguments. */
typedef struct {
  const char *name;
  const char *
      sorts; /* of the first two arguments: v bits, i Int, r Real, f Float32 or Float64, b Bool, m rounding */
  const char *text;
} Template;

static const Template templates[] = {
    {"bvadd", "vv", "(%a + %b) & %m"},
    {"bvsub", "vv", "(%a - %b) & %m"},
    {"bvmul", "vv", "(%a * %b) & %m"},
    {"bvand", "vv", "%a & %b"},
    {"bvor", "vv", "%a | %b"},
    {"bvxor", "vv", "%a ^ %b"},
    {"bvnand", "vv", "~(%a & %b) & %m"},
    {"bvnor", "vv", "~(%a | %b) & %m"},
    {"bvxnor", "vv", "~(%a ^ %b) & %m"},
    {"bvnot", "v", "~%a & %m"},
    {"bvneg", "v", "(0 - %a) & %m"},
    {"bvudiv", "vv", "v_udiv(%a, %b, %w)"},
    {"bvurem", "vv", "v_urem(%a, %b)"},
    {"bvsdiv", "vv", "v_sdiv(%a, %b, %w)"},
    {"bvsrem", "vv", "v_srem(%a, %b, %w)"},
    {"bvsmod", "vv", "v_smod(%a, %b, %w)"},
    {"bvshl", "vv", "v_shl(%a, %b, %w)"},
    {"bvlshr", "vv", "v_lshr(%a, %b, %w)"},
    {"bvashr", "vv", "v_ashr(%a, %b, %w)"},
    {"concat", "vv", "(%a << %y) | %b"},
    {"extract", "v", "(%a >> %j) & %m"},
    {"extract", "w", "w_extract(%a, %i, %j)"},
    {"zero_extend", "v", "%a"},
    {"sign_extend", "v", "(u64)%s & %m"},
    {"rotate_left", "v", "((%a << (%i % %v)) | (%a >> ((%v - %i % %v) % 64))) & %m"},
    {"rotate_right", "v", "((%a >> (%i % %v)) | (%a << ((%v - %i % %v) % 64))) & %m"},
    {"bvcomp", "vv", "%a == %b"},
    {"bvult", "vv", "%a < %b"},
    {"bvule", "vv", "%a <= %b"},
    {"bvugt", "vv", "%a > %b"},
    {"bvuge", "vv", "%a >= %b"},
    {"bvslt", "vv", "%s < %t"},
    {"bvsle", "vv", "%s <= %t"},
    {"bvsgt", "vv", "%s > %t"},
    {"bvsge", "vv", "%s >= %t"},
    {"ubv_to_int", "v", "(i64)%a < 0 ? (f_fail(), 0) : %a"},
    {"bv2nat", "v", "(i64)%a < 0 ? (f_fail(), 0) : %a"},
    {"int_to_bv", "i", "%a & %m"},
    {"int2bv", "i", "%a & %m"},
    {"nat2bv", "i", "%a & %m"},
    {"+", "ii", "(u64)i_add(%a, %b)"},
    {"-", "ii", "(u64)i_sub(%a, %b)"},
    {"*", "ii", "(u64)i_mul(%a, %b)"},
    {"-", "i", "(u64)i_sub(0, %a)"},
    {"div", "ii", "(u64)i_div(%a, %b)"},
    {"mod", "ii", "(u64)i_mod(%a, %b)"},
    {"abs", "i", "(i64)%a < 0 ? (u64)i_sub(0, %a) : %a"},
    {"<", "ii", "(i64)%a < (i64)%b"},
    {"<=", "ii", "(i64)%a <= (i64)%b"},
    {">", "ii", "(i64)%a > (i64)%b"},
    {">=", "ii", "(i64)%a >= (i64)%b"},
    {"+", "rr", "%a + %b"},
    {"-", "rr", "%a - %b"},
    {"*", "rr", "%a * %b"},
    {"-", "r", "-%a"},
    {"/", "rr", "r_div(%a, %b)"},
    {"<", "rr", "%a < %b"},
    {"<=", "rr", "%a <= %b"},
    {">", "rr", "%a > %b"},
    {">=", "rr", "%a >= %b"},
    {"to_real", "i", "(double)(i64)%a"},
    {"fp.add", "mff", "%b + %c"},
    {"fp.sub", "mff", "%b - %c"},
    {"fp.mul", "mff", "%b * %c"},
    {"fp.div", "mff", "%b / %c"},
    {"fp.sqrt", "mf", "f_sqrt(%b)"},
    {"fp.neg", "f", "-%a"},
    {"fp.abs", "f", "%a < 0 ? -%a : %a"},
    {"fp.lt", "ff", "%a < %b"},
    {"fp.leq", "ff", "%a <= %b"},
    {"fp.gt", "ff", "%a > %b"},
    {"fp.geq", "ff", "%a >= %b"},
    {"fp.eq", "ff", "%a == %b"},
    {"fp.isNaN", "f", "%a != %a"},
    {"fp.isInfinite", "f", "%a == %a && %a - %a != 0"},
    {"to_fp", "mf", "%b"},
    {"to_fp", "mr", "%b"},
    {"select", "av", "((const u8 *)%a)[%b]"},
    {"str.len", "s", "%a[0]"},
};

/* --- what can be run --- */

static char letter_of(const Bank *bank, Sort sort)
{
  if (sorts_class(&bank->sorts, sort) == SORT_ROUNDING) return 'm';
  switch (layout_of_sort(bank, sort).kind) {
  case LAYOUT_BOOL: return 'b';
  case LAYOUT_BITS: return 'v';
  case LAYOUT_WIDE: return 'w';
  case LAYOUT_INT: return 'i';
  case LAYOUT_REAL: return 'r';
  case LAYOUT_FLOAT:
  case LAYOUT_DOUBLE: return 'f';
  case LAYOUT_STRING: return 's';
  case LAYOUT_BYTES: return 'a';
  case LAYOUT_NONE: break;
  }
  return '?';
}

static const Template *template_of(const Bank *bank, Term term)
{
  const TermNode *node = bank_node(bank, term);
  const Term *args = bank_args(bank, term);
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
    const Template *row = &templates[i];
    uint32_t count = (uint32_t)strlen(row->sorts);
    if (!box_problem_applies(bank, term, row->name) || node->count < count) continue;
    if (node->count > count && count != 2) continue;
    bool fits = true;
    for (uint32_t k = 0; k < node->count && fits; k++)
      fits = letter_of(bank, bank_sort(bank, args[k])) == row->sorts[k < count ? k : count - 1];
    if (fits && letter_of(bank, node->sort) != 'w') return row;
  }
  return NULL;
}

static bool is_connective(const Bank *bank, Term term)
{
  static const char *const names[] = {"and", "or", "not", "=>", "xor", "ite", "=", "distinct"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (box_problem_applies(bank, term, names[i])) return true;
  return false;
}

static bool is_nearest(const Bank *bank, Term term)
{
  return box_problem_applies(bank, term, "RNE") ||
         box_problem_applies(bank, term, "roundNearestTiesToEven");
}

/* Is this node, not what is below it, something that C can compute? */
static bool node_is_runnable(const BoxProblem *problem, Term term)
{
  const Bank *bank = problem->bank;
  if (is_nearest(bank, term)) return true;
  char letter = letter_of(bank, bank_sort(bank, term));
  if (letter == '?' || letter == 'm') return false;
  if (literal_is_value(bank, term)) return true;
  Fun fun = bank_fun(bank, term);
  if (!fun) return false;
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (info->origin == FUN_DECLARED) return info->arity == 0 || boxes_find(problem->boxes, fun) >= 0;
  if (bank_node(bank, term)->count == 0)
    return box_problem_applies(bank, term, "true") || box_problem_applies(bank, term, "false");
  if (is_connective(bank, term))
    return !(box_problem_applies(bank, term, "xor") && bank_node(bank, term)->count != 2);
  return template_of(bank, term) != NULL;
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

void emit_plan_variables(EmitPlan *plan, const BoxProblem *problem)
{
  const Bank *bank = problem->bank;
  order_constraints(plan, problem);
  Walk walk = {0};
  start_walk(&walk, plan, bank);
  for (Term t; (t = walk_next(&walk));) {
    Fun fun = bank_fun(bank, t);
    if (!fun || literal_is_value(bank, t)) continue;
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->origin != FUN_DECLARED || info->arity != 0) continue;
    Layout layout = layout_of_sort(bank, bank_sort(bank, t));
    EmitVariable variable = {fun, bank_sort(bank, t), layout, plan->words};
    VEC_PUSH(&plan->variables, variable);
    plan->words += layout.words;
  }
  walk_deinit(&walk);
  for (size_t i = 0; i < plan->values.count; i++)
    plan->value_words += layout_of_sort(bank, bank_sort(bank, plan->values.items[i])).words;
}

/* --- terms --- */

static const char *c_type(Layout layout)
{
  switch (layout.kind) {
  case LAYOUT_REAL:
  case LAYOUT_DOUBLE: return "double";
  case LAYOUT_FLOAT: return "float";
  case LAYOUT_WIDE:
  case LAYOUT_STRING:
  case LAYOUT_BYTES: return "const u64 *";
  default: return "u64";
  }
}

static bool is_pointer(Layout layout)
{
  return layout.kind == LAYOUT_WIDE || layout.kind == LAYOUT_STRING || layout.kind == LAYOUT_BYTES;
}

static void put_words(StrBuf *out, Term term, Layout layout, const uint64_t *words)
{
  if (is_pointer(layout)) {
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
  Machine *machine = machine_create(bank, NULL, NULL, false);
  Program *program = program_create(machine, &term, 1);
  program_run(program);
  Eval eval = {.bank = bank};
  bool fine = layout.kind != LAYOUT_BYTES &&
              layout_from_value(&eval, layout, program_value(program, 0), words);
  put_words(out, term, layout, words);
  if (!fine) strbuf_add_text(out, "  f_fail();\n");
  program_destroy(program);
  machine_destroy(machine);
  free(words);
}

static void put_variable(StrBuf *out, const EmitVariable *variable, Term term)
{
  if (is_pointer(variable->layout))
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
    if (is_pointer(one))
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
  if (is_pointer(layout))
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
  if (box->kind == BOX_PROGRAM || !signature_is_expression(box)) {
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
  strbuf_printf(out, "  %s t%u = ", c_type(box_result(box)), term);
  signature_call(out, box, address, args);
  strbuf_add_text(out, ";\n");
}

static uint32_t width_of(const Bank *bank, Term term)
{
  return layout_of_sort(bank, bank_sort(bank, term)).width;
}

static void put_signed(StrBuf *out, const Bank *bank, Term term)
{
  uint32_t shift = 64 - width_of(bank, term);
  strbuf_printf(out, "((i64)(t%u << %u) >> %u)", term, shift, shift);
}

/* One application of a template on two or three terms; `left` is the text of the first. */
static void put_template(StrBuf *out, const Bank *bank, Term term, const char *text,
                         const char *left, const Term *args)
{
  const OperatorInfo *info = bank_operator(bank, bank_node(bank, term)->op);
  for (const char *p = text; *p; p++) {
    if (*p != '%' || p[1] == ' ' || !p[1]) {
      strbuf_add_char(out, *p);
      continue;
    }
    switch (*++p) {
    case 'a': strbuf_add_text(out, left); break;
    case 'b': strbuf_printf(out, "t%u", args[1]); break;
    case 'c': strbuf_printf(out, "t%u", args[2]); break;
    case 's': put_signed(out, bank, args[0]); break;
    case 't': put_signed(out, bank, args[1]); break;
    case 'w': strbuf_printf(out, "%u", width_of(bank, term)); break;
    case 'v': strbuf_printf(out, "%u", width_of(bank, args[0])); break;
    case 'y': strbuf_printf(out, "%u", width_of(bank, args[1])); break;
    case 'm': strbuf_printf(out, "0x%" PRIx64 "ull", layout_mask(width_of(bank, term))); break;
    case 'i': strbuf_printf(out, "%u", bank->index_pool.items[info->first]); break;
    case 'j': strbuf_printf(out, "%u", bank->index_pool.items[info->first + 1]); break;
    default: strbuf_add_char(out, *p); break;
    }
  }
}

static void put_application(StrBuf *out, const Bank *bank, Term term)
{
  const Template *row = template_of(bank, term);
  const TermNode node = *bank_node(bank, term);
  Term args[3] = {0};
  for (uint32_t i = 0; i < node.count && i < 3; i++) args[i] = bank_args(bank, term)[i];
  char left[24];
  snprintf(left, sizeof left, "t%u", args[0]);
  Layout layout = layout_of_sort(bank, node.sort);
  bool chain = layout.kind == LAYOUT_BOOL && node.count > 2;
  strbuf_printf(out, "  %s t%u = ", c_type(layout), term);
  put_template(out, bank, term, row->text, left, args);
  strbuf_add_text(out, ";\n");
  uint32_t known = (uint32_t)strlen(row->sorts);
  for (uint32_t i = known; i < node.count; i++) {
    if (chain) {
      args[0] = args[1];
      snprintf(left, sizeof left, "t%u", args[0]);
    } else {
      snprintf(left, sizeof left, "t%u", term);
    }
    args[1] = bank_args(bank, term)[i];
    strbuf_printf(out, "  t%u = %s", term, chain ? "" : "");
    if (chain) strbuf_printf(out, "t%u & (", term);
    put_template(out, bank, term, row->text, left, args);
    strbuf_add_text(out, chain ? ");\n" : ";\n");
  }
}

static void put_equal(StrBuf *out, const Bank *bank, Term a, Term b)
{
  Layout layout = layout_of_sort(bank, bank_sort(bank, a));
  if (layout.kind == LAYOUT_STRING)
    strbuf_printf(out, "(d_text(t%u, t%u) == 0)", a, b);
  else if (is_pointer(layout))
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
  strbuf_printf(out, "  %s t%u = ", c_type(layout_of_sort(bank, node.sort)), term);
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

static void put_term(StrBuf *out, const EmitPlan *plan, const BoxProblem *problem, Term term)
{
  Bank *bank = problem->bank;
  if (is_nearest(bank, term)) return;
  if (literal_is_value(bank, term)) {
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
    put_application(out, bank, term);
  }
}

/* --- distances --- */

/* The distance of an atom from being true or false, as an expression. */
static void put_atom_cost(StrBuf *out, const Bank *bank, Term term, bool truth)
{
  static const struct {
    const char *name, *on_true, *on_false; /* helper; its arguments are swapped for '-' */
  } rows[] = {
      {"bvult", "d_lt", "-d_le"},    {"bvule", "d_le", "-d_lt"},    {"bvugt", "-d_lt", "d_le"},
      {"bvuge", "-d_le", "d_lt"},    {"bvslt", "d_slt", "-d_sle"},  {"bvsle", "d_sle", "-d_slt"},
      {"bvsgt", "-d_slt", "d_sle"},  {"bvsge", "-d_sle", "d_slt"},  {"<", "d_slt", "-d_sle"},
      {"<=", "d_sle", "-d_slt"},     {">", "-d_slt", "d_sle"},      {">=", "-d_sle", "d_slt"},
      {"fp.lt", "d_flt", "-d_fle"},  {"fp.leq", "d_fle", "-d_flt"}, {"fp.gt", "-d_flt", "d_fle"},
      {"fp.geq", "-d_fle", "d_flt"}, {"fp.eq", "d_feq", NULL}};
  const TermNode node = *bank_node(bank, term);
  const Term *args = bank_args(bank, term);
  const char *zero = truth ? "" : "!";
  strbuf_printf(out, "(%st%u ? 0 : ", zero, term);
  bool equal = box_problem_applies(bank, term, "=") && node.count == 2 && truth;
  Layout layout = node.count ? layout_of_sort(bank, bank_sort(bank, args[0])) : (Layout){0};
  if (equal && layout.kind == LAYOUT_STRING) {
    strbuf_printf(out, "1 + d_text(t%u, t%u))", args[0], args[1]);
    return;
  }
  if (equal && is_pointer(layout)) {
    strbuf_printf(out, "1 + d_words(mode, t%u, t%u, %u))", args[0], args[1], layout.words);
    return;
  }
  if (equal && layout.kind != LAYOUT_NONE && layout.kind != LAYOUT_BOOL) {
    bool real =
        layout.kind == LAYOUT_REAL || layout.kind == LAYOUT_FLOAT || layout.kind == LAYOUT_DOUBLE;
    strbuf_printf(out, real ? "1 + d_feq(t%u, t%u))" : "1 + d_eq(mode, t%u, t%u))", args[0],
                  args[1]);
    return;
  }
  for (size_t i = 0; node.count == 2 && i < sizeof rows / sizeof *rows; i++) {
    const char *helper = truth ? rows[i].on_true : rows[i].on_false;
    if (!helper || !box_problem_applies(bank, term, rows[i].name)) continue;
    bool swapped = helper[0] == '-', signed_bits = strncmp(rows[i].name, "bvs", 3) == 0;
    bool real = layout.kind == LAYOUT_REAL;
    char name[16];
    snprintf(name, sizeof name, "%s", helper + swapped);
    if (real) name[2] = 'f'; /* d_slt -> d_flt */
    strbuf_printf(out, "1 + %s(", name);
    for (int k = 0; k < 2; k++) {
      Term arg = args[swapped ? 1 - k : k];
      if (k) strbuf_add_text(out, ", ");
      if (signed_bits)
        put_signed(out, bank, arg);
      else
        strbuf_printf(out, "t%u", arg);
    }
    strbuf_add_text(out, "))");
    return;
  }
  strbuf_add_text(out, "2560)");
}

/* y%u and n%u: how far the term is from being true, and false. */
static void put_cost(StrBuf *out, const Bank *bank, Term term)
{
  const TermNode node = *bank_node(bank, term);
  const Term *args = bank_args(bank, term);
  bool and = box_problem_applies(bank, term, "and"), or = box_problem_applies(bank, term, "or");
  bool implies = box_problem_applies(bank, term, "=>");
  if (box_problem_applies(bank, term, "not")) {
    strbuf_printf(out, "  u64 y%u = n%u, n%u = y%u;\n", term, args[0], term, args[0]);
  } else if (and || or || implies) {
    strbuf_printf(out, "  u64 y%u = %s, n%u = %s;\n", term, and? "0" : "~0ull", term,
                  and? "~0ull" : "0");
    for (uint32_t i = 0; i < node.count; i++) {
      bool negated = implies && i + 1 < node.count;
      const char *yes = negated ? "n" : "y", *no = negated ? "y" : "n";
      if (and)
        strbuf_printf(out, "  y%u += %s%u; if (%s%u < n%u) n%u = %s%u;\n", term, yes, args[i], no,
                      args[i], term, term, no, args[i]);
      else
        strbuf_printf(out, "  n%u += %s%u; if (%s%u < y%u) y%u = %s%u;\n", term, no, args[i], yes,
                      args[i], term, term, yes, args[i]);
    }
  } else {
    strbuf_printf(out, "  u64 y%u = ", term);
    put_atom_cost(out, bank, term, true);
    strbuf_printf(out, ", n%u = ", term);
    put_atom_cost(out, bank, term, false);
    strbuf_add_text(out, ";\n");
  }
}

/* --- functions --- */

typedef enum { EMIT_TERMS, EMIT_COSTS, EMIT_TRAIL } EmitWhat;

typedef struct {
  StrBuf *out;
  const EmitPlan *plan;
  const BoxProblem *problem;
  Walk walk;
} Emitter;

/* What a call answered goes into the trail. */
static void put_trail(StrBuf *out, Layout layout, Term term)
{
  if (is_pointer(layout))
    strbuf_printf(out, "  for (int i = 0; i < %u; i++) trail = f_mix(trail, t%u[i]);\n",
                  layout.words, term);
  else if (layout.kind == LAYOUT_REAL || layout.kind == LAYOUT_DOUBLE)
    strbuf_printf(out, "  { union double_bits b; b.d = t%u; trail = f_mix(trail, b.w); }\n", term);
  else if (layout.kind == LAYOUT_FLOAT)
    strbuf_printf(out, "  { union float_bits b; b.f = t%u; trail = f_mix(trail, b.w); }\n", term);
  else
    strbuf_printf(out, "  trail = f_mix(trail, t%u);\n", term);
}

static void put_new_terms(Emitter *emitter, Term root, EmitWhat what)
{
  const Bank *bank = emitter->problem->bank;
  walk_add_root(&emitter->walk, root);
  for (Term t; (t = walk_next(&emitter->walk));) {
    put_term(emitter->out, emitter->plan, emitter->problem, t);
    if (what == EMIT_COSTS && bank_sort(bank, t) == bank->bool_sort)
      put_cost(emitter->out, bank, t);
    if (what == EMIT_TRAIL && bank_fun(bank, t) &&
        boxes_find(emitter->problem->boxes, bank_fun(bank, t)) >= 0)
      put_trail(emitter->out, layout_of_sort(bank, bank_sort(bank, t)), t);
  }
}

static void put_cost_function(Emitter *emitter)
{
  StrBuf *out = emitter->out;
  const EmitPlan *plan = emitter->plan;
  strbuf_add_text(out, "u64 fuzz_cost(const u64 *in, u64 *costs)\n{\n  u64 sum = 0;\n");
  walk_start(&emitter->walk, emitter->problem->bank);
  for (uint32_t i = 0; i < plan->constraints.count; i++) {
    if (i == plan->pure) strbuf_add_text(out, "  if (staged && sum) return sum + (1ull << 40);\n");
    Term term = plan->constraints.items[i];
    put_new_terms(emitter, term, EMIT_COSTS);
    strbuf_printf(out, "  costs[%u] = y%u; sum += y%u;\n", i, term, term);
  }
  strbuf_add_text(out, "  return sum;\n}\n");
}

static void put_test_function(Emitter *emitter)
{
  StrBuf *out = emitter->out;
  const EmitPlan *plan = emitter->plan;
  strbuf_add_text(out, "int fuzz_test(const u64 *in)\n{\n");
  walk_start(&emitter->walk, emitter->problem->bank);
  for (uint32_t i = 0; i < plan->constraints.count; i++) {
    put_new_terms(emitter, plan->constraints.items[i], EMIT_TERMS);
    strbuf_printf(out, "  if (!t%u) return 0;\n", plan->constraints.items[i]);
  }
  strbuf_add_text(out, "  return 1;\n}\n"
                       "int fuzz_scan(u64 *in, u64 at, volatile u64 *position, u64 end)\n{\n"
                       "  for (;;) {\n    in[at] = *position;\n    if (fuzz_test(in)) return 1;\n"
                       "    if (*position == end) return 0;\n    ++*position;\n  }\n}\n");
}

static void put_trail_function(Emitter *emitter)
{
  StrBuf *out = emitter->out;
  const EmitPlan *plan = emitter->plan;
  strbuf_add_text(out, "u64 fuzz_trail(const u64 *in)\n{\n  u64 trail = 0;\n");
  walk_start(&emitter->walk, emitter->problem->bank);
  for (uint32_t i = 0; i < plan->constraints.count; i++) {
    put_new_terms(emitter, plan->constraints.items[i], EMIT_TRAIL);
    /* A box may fail for arguments that no solution has. */
    if (i < plan->pure) strbuf_printf(out, "  if (!t%u) return 0;\n", plan->constraints.items[i]);
  }
  strbuf_add_text(out, "  return trail;\n}\n");
}

static void put_values_function(Emitter *emitter)
{
  StrBuf *out = emitter->out;
  const Bank *bank = emitter->problem->bank;
  uint32_t at = 0;
  strbuf_add_text(out, "void fuzz_values(const u64 *in, u64 *out)\n{\n");
  walk_start(&emitter->walk, bank);
  for (size_t i = 0; i < emitter->plan->values.count; i++) {
    Term term = emitter->plan->values.items[i];
    Layout layout = layout_of_sort(bank, bank_sort(bank, term));
    put_new_terms(emitter, term, EMIT_TERMS);
    if (is_pointer(layout))
      strbuf_printf(out, "  for (int i = 0; i < %u; i++) out[%u + i] = t%u[i];\n", layout.words, at,
                    term);
    else if (layout.kind == LAYOUT_REAL || layout.kind == LAYOUT_DOUBLE)
      strbuf_printf(out, "  ((union double_bits *)(out + %u))->d = t%u;\n", at, term);
    else if (layout.kind == LAYOUT_FLOAT)
      strbuf_printf(out, "  out[%u] = 0; ((union float_bits *)(out + %u))->f = t%u;\n", at, at,
                    term);
    else
      strbuf_printf(out, "  out[%u] = t%u;\n", at, term);
    at += layout.words;
  }
  strbuf_add_text(out, "}\n");
}

static void put_runtime(StrBuf *out)
{
  uint32_t number = 0;
  strbuf_add_text(out, "typedef long long int64_t;\ntypedef unsigned long long uint64_t;\ntypedef "
                       "unsigned int uint32_t;\n");
#define RUNTIME_POINTER(name, result, parameters)                                                  \
  strbuf_add_text(out, "static " #result " (*" #name ")" #parameters ";\n");
  RUNTIME_LIST(RUNTIME_POINTER)
#undef RUNTIME_POINTER
  strbuf_add_text(out,
                  "static void **boxes; static void *the_caller; int mode, staged;\n"
                  "void fuzz_bind(void **b, void *c, void **h)\n{\n  boxes = b; the_caller = c;\n");
#define RUNTIME_BINDING(name, result, parameters)                                                  \
  strbuf_printf(out, "  " #name " = h[%u];\n", number++);
  RUNTIME_LIST(RUNTIME_BINDING)
#undef RUNTIME_BINDING
  strbuf_add_text(out, "}\n");
}

void emit_source(StrBuf *out, const EmitPlan *plan, const BoxProblem *problem)
{
  Emitter emitter = {.out = out, .plan = plan, .problem = problem};
  signature_prelude(out);
  put_runtime(out);
  put_cost_function(&emitter);
  put_test_function(&emitter);
  put_trail_function(&emitter);
  put_values_function(&emitter);
  walk_deinit(&emitter.walk);
}
