/* The functions of the source: each computes the terms that it needs, one after the other. */
#include <assert.h>

#include "smt/term/traverse.h"
#include "solve/closedbox/emit_term.h"
#include "solve/closedbox/runtime.h"
#include "solve/closedbox/signature.h"

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
  if (emit_is_pointer(layout))
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
    emit_put_term(emitter->out, emitter->plan, emitter->problem, t);
    if (what == EMIT_COSTS && bank_sort(bank, t) == bank->bool_sort)
      emit_put_cost(emitter->out, bank, t);
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

static void put_join_function(Emitter *emitter)
{
  StrBuf *out = emitter->out;
  strbuf_add_text(out, "void fuzz_join(const u64 *in, u64 *sides)\n{\n");
  walk_start(&emitter->walk, emitter->problem->bank);
  for (int side = 0; side < 2 && emitter->plan->join; side++) {
    Term term = bank_args(emitter->problem->bank, emitter->plan->join)[side];
    put_new_terms(emitter, term, EMIT_TERMS);
    strbuf_printf(out, "  sides[%d] = t%u;\n", side, term);
  }
  strbuf_add_text(out, "}\n");
}

/* The bits in which the sides of equations differ. */
static void put_differences_function(Emitter *emitter)
{
  StrBuf *out = emitter->out;
  const Bank *bank = emitter->problem->bank;
  const EmitPlan *plan = emitter->plan;
  uint32_t at = 0;
  strbuf_add_text(out, "void fuzz_differences(const u64 *in, u64 *out)\n{\n");
  walk_start(&emitter->walk, bank);
  for (size_t i = 0; i < plan->equations.count; i++) {
    Term a = bank_args(bank, plan->equations.items[i])[0],
         b = bank_args(bank, plan->equations.items[i])[1];
    Layout layout = layout_of_sort(bank, bank_sort(bank, a));
    put_new_terms(emitter, a, EMIT_TERMS);
    put_new_terms(emitter, b, EMIT_TERMS);
    if (emit_is_pointer(layout))
      strbuf_printf(out, "  for (int i = 0; i < %u; i++) out[%u + i] = t%u[i] ^ t%u[i];\n",
                    layout.words, at, a, b);
    else
      strbuf_printf(out, "  out[%u] = t%u ^ t%u;\n", at, a, b);
    at += layout.words;
  }
  assert(at == plan->difference_words);
  strbuf_add_text(out, "}\n");
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
    if (emit_is_pointer(layout))
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
  assert(plan->pure <= plan->constraints.count);
  Emitter emitter = {.out = out, .plan = plan, .problem = problem};
  box_signature_prelude(out);
  put_runtime(out);
  put_cost_function(&emitter);
  put_test_function(&emitter);
  put_trail_function(&emitter);
  put_join_function(&emitter);
  put_differences_function(&emitter);
  put_values_function(&emitter);
  walk_deinit(&emitter.walk);
}
