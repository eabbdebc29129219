#include "smt/eval/code.h"

#include <assert.h>

#include "smt/eval/code_build.h"
#include "smt/term/signature.h"
#include "smt/value/core.h"
#include "smt/value/datatype.h"
#include "smt/value/literal.h"

/* Definitions of a model that go round in circles end here. */
enum { REDUCTIONS_MAX = 100 };

void compiler_init(CodeCompiler *compiler, Bank *bank, const Model *model, Eval *literals)
{
  *compiler = (CodeCompiler){.bank = bank, .model = model, .literals = literals};
}

void compiler_deinit(CodeCompiler *compiler)
{
  marks_deinit(&compiler->compiled);
  marks_deinit(&compiler->seen);
  VEC_FREE(&compiler->slot_of);
}

void code_deinit(Code *code)
{
  VEC_FREE(&code->captures);
  VEC_FREE(&code->initial);
  VEC_FREE(&code->sorts);
  VEC_FREE(&code->steps);
  VEC_FREE(&code->operands);
  VEC_FREE(&code->operand_regions);
  VEC_FREE(&code->regions);
  VEC_FREE(&code->lists);
  VEC_FREE(&code->roots);
  VEC_FREE(&code->root_regions);
  VEC_FREE(&code->pool);
}

Term code_definition(const CodeCompiler *compiler, Fun fun)
{
  const FunInfo *info = funs_info(&compiler->bank->funs, fun);
  if (info->origin == FUN_DEFINED || info->origin == FUN_RECURSIVE) return info->definition;
  const Definition *definition = compiler->model ? model_find(compiler->model, fun) : NULL;
  return definition ? definition->definition : 0;
}

/* Slots */

#define NO_SLOT UINT32_MAX

static uint32_t add_slot(CodeBuilder *builder, Term term, Value initial, bool costly)
{
  Code *code = builder->code;
  uint32_t slot = (uint32_t)code->initial.count;
  VEC_PUSH(&code->initial, initial);
  VEC_PUSH(&code->sorts, bank_sort(builder->compiler->bank, term));
  VEC_PUSH(&builder->step_of, NO_STEP);
  VEC_PUSH(&builder->costly, costly);
  builder->compiler->slot_of.items[term] = slot;
  return slot;
}

static uint32_t slot_of(const CodeBuilder *builder, Term term)
{
  assert(marks_has(&builder->compiler->compiled, term));
  return builder->compiler->slot_of.items[term];
}

/* What a term's value is computed from */

/* A term that has the value of another one: a name or an annotation for it. 0 if it is not. */
static Term alias_of(const CodeCompiler *compiler, Term term)
{
  const Bank *bank = compiler->bank;
  const TermNode *node = bank_node(bank, term);
  const OperatorInfo *info = bank_operator(bank, node->op);
  if (info->kind == OPERATOR_ANNOTATION) return bank_args(bank, term)[0];
  if (info->kind != OPERATOR_APPLY || node->count > 0) return 0;
  const FunInfo *fun = funs_info(&bank->funs, info->fun);
  if (fun->origin == FUN_DEFINED || (fun->arity > 0 && fun->origin != FUN_CONSTRUCTOR))
    return code_definition(compiler, info->fun);
  return 0;
}

/* The lambda that a lambda stands for: (lambda ((x A)) (f x)) is the definition of f. */
static Term reduce_lambda(const CodeCompiler *compiler, Term lambda)
{
  const Bank *bank = compiler->bank;
  for (uint32_t i = 0; i < REDUCTIONS_MAX; i++) {
    uint32_t arity = bank_bound_count(bank, lambda);
    const Term *args = bank_args(bank, lambda);
    Term body = args[arity];
    Fun fun = bank_fun(bank, body);
    if (!fun || bank_node(bank, body)->count != arity) return lambda;
    for (uint32_t j = 0; j < arity; j++)
      if (bank_args(bank, body)[j] != args[j]) return lambda;
    Term definition = code_definition(compiler, fun);
    if (!definition || bank_node(bank, definition)->op != OP_LAMBDA) return lambda;
    lambda = definition;
  }
  return lambda;
}

static void push_operands(CodeBuilder *builder, Term term)
{
  CodeCompiler *compiler = builder->compiler;
  const Bank *bank = compiler->bank;
  Term alias = alias_of(compiler, term);
  if (alias) {
    VEC_PUSH(&builder->pending, alias);
  } else if (bank_node(bank, term)->op == OP_LAMBDA) {
    code_find_captures(compiler, reduce_lambda(compiler, term), &builder->pending);
  } else if (bank_is_binder(bank_node(bank, term)->op)) {
    code_find_captures(compiler, term, &builder->pending);
  } else if (bank_node(bank, term)->op == OP_MATCH) {
    VEC_PUSH(&builder->pending, bank_args(bank, term)[0]);
    for (uint32_t i = 1; i < bank_node(bank, term)->count; i++)
      code_find_captures(compiler, bank_args(bank, term)[i], &builder->pending);
  } else {
    VEC_APPEND(&builder->pending, bank_args(bank, term), bank_node(bank, term)->count);
  }
}

/* Steps */

/* Positions in the pool, until it has its final address. */
static void add_call(CodeBuilder *builder, Step *step, Term term)
{
  Code *code = builder->code;
  const Bank *bank = builder->compiler->bank;
  const TermNode *node = bank_node(bank, term);
  const OperatorInfo *info = bank_operator(bank, node->op);
  step->call = (Call){.term = term, .sort = node->sort};
  step->target = (uint32_t)code->pool.count;
  for (uint32_t i = 0; i < node->count; i++)
    VEC_PUSH(&code->pool, bank_sort(bank, bank_args(bank, term)[i]));
  if (info->kind != OPERATOR_APPLY) return;
  step->call.index_count = info->index_count;
  for (uint32_t i = 0; i < info->index_count; i++)
    VEC_PUSH(&code->pool, bank->index_pool.items[info->first + i]);
}

static void fix_calls(Code *code)
{
  /* There is an array to point into, also where nobody has arguments or indices. */
  VEC_RESERVE(&code->pool, 1);
  VEC_RESERVE(&code->operands, 1);
  for (size_t i = 0; i < code->steps.count; i++) {
    Step *step = &code->steps.items[i];
    if (step->kind != STEP_KERNEL) continue;
    step->call.arg_sorts = code->pool.items + step->target;
    step->call.indices = code->pool.items + step->target + step->count;
  }
}

static bool any_costly(const CodeBuilder *builder, const uint32_t *slots, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (builder->costly.items[slots[i]]) return true;
  return false;
}

/* The lazy form of a connective, or STEP_KERNEL. */
static StepKind lazy_kind(const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  static const struct {
    const char *name;
    StepKind kind;
  } lazy[] = {{"and", STEP_AND}, {"or", STEP_OR}, {"=>", STEP_IMPLIES}, {"ite", STEP_ITE}};
  const FunInfo *info = funs_info(&bank->funs, fun);
  for (size_t i = 0; i < sizeof lazy / sizeof lazy[0]; i++)
    if (symbols_equal(&bank->symbols, info->name, lazy[i].name)) return lazy[i].kind;
  return STEP_KERNEL;
}

static void unknown_step(Step *step, Reason reason)
{
  step->kind = STEP_UNKNOWN;
  step->target = reason;
}

static bool all_same(const Term *args, uint32_t count)
{
  for (uint32_t i = 1; i < count; i++)
    if (args[i] != args[0]) return false;
  return true;
}

/* (= t t) holds whatever the value of t is. */
static bool is_trivial_equality(const Bank *bank, Fun fun, Term term)
{
  return symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, "=") &&
         all_same(bank_args(bank, term), bank_node(bank, term)->count);
}

static Value trivially_true(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return value_bool(true);
}

static void theory_step(CodeBuilder *builder, Step *step, Fun fun, Term term, bool *costly)
{
  const Bank *bank = builder->compiler->bank;
  const FunInfo *info = funs_info(&bank->funs, fun);
  const KernelEntry *entry = value_operator_entry(bank, fun);
  if (!entry || !entry->kernel) {
    unknown_step(step, REASON_NO_SEMANTICS);
    return;
  }
  step->kind = STEP_KERNEL;
  step->kernel = entry->kernel;
  step->flags = (uint8_t)entry->flags;
  if (!(entry->flags & KERNEL_VARIADIC) && step->count > info->arity) step->fold = info->assoc;
  if (is_trivial_equality(bank, fun, term)) {
    step->kernel = trivially_true;
    step->flags = KERNEL_LENIENT | KERNEL_VARIADIC;
    step->fold = ASSOC_NONE;
  } else if (*costly) {
    step->kind = (uint8_t)lazy_kind(bank, fun);
  }
  if (entry->kernel == core_apply) *costly = true;
}

static void application_step(CodeBuilder *builder, Step *step, Term term, bool *costly)
{
  const Bank *bank = builder->compiler->bank;
  Fun fun = bank_fun(bank, term);
  const FunInfo *info = funs_info(&bank->funs, fun);
  bool partial = step->count < info->arity && (step->count == 0 || info->origin != FUN_THEORY);
  if (partial && info->rule == RULE_NONE) { /* functions as values, in higher-order logics */
    unknown_step(step, REASON_NO_SEMANTICS);
    return;
  }
  switch ((FunOrigin)info->origin) {
  case FUN_THEORY: theory_step(builder, step, fun, term, costly); break;
  case FUN_DECLARED:
    step->kind = step->count ? STEP_CALL : STEP_GLOBAL;
    step->target = fun;
    *costly |= step->count && builder->compiler->calls_are_costly;
    break;
  case FUN_DEFINED:
  case FUN_RECURSIVE:
    step->kind = STEP_CALL;
    step->target = fun;
    *costly = true;
    break;
  case FUN_CONSTRUCTOR:
  case FUN_SELECTOR:
  case FUN_TESTER:
  case FUN_UPDATER:
    step->kind = STEP_KERNEL;
    step->kernel = datatype_kernel((FunOrigin)info->origin);
    break;
  }
}

/* Lazy steps wait for their costly arguments; a condition is always needed. */
static bool is_lazy_operand(const CodeBuilder *builder, const Step *step, uint32_t i, uint32_t slot)
{
  if (step->kind < STEP_AND || step->kind > STEP_ITE) return false;
  if (step->kind == STEP_ITE && i == 0) return false;
  return builder->costly.items[slot];
}

static void finish_step(CodeBuilder *builder, Step *step, Term term, bool costly)
{
  Code *code = builder->code;
  step->slot = add_slot(builder, term, (Value){0}, costly);
  builder->step_of.items[step->slot] = (uint32_t)code->steps.count;
  for (uint32_t i = 0; i < step->count; i++) {
    uint32_t slot = code->operands.items[step->first + i];
    bool lazy = is_lazy_operand(builder, step, i, slot);
    VEC_PUSH(&code->operand_regions, lazy ? REGION_LATER : 0);
  }
  if (step->kind == STEP_KERNEL)
    add_call(builder, step, term);
  else
    step->call = (Call){.term = term, .sort = bank_sort(builder->compiler->bank, term)};
  VEC_PUSH(&code->steps, *step);
}

/* Is the value of an operand computed from that of the term? Then the model defines something by itself. */
static bool is_circular(const CodeBuilder *builder, const BuildFrame *frame)
{
  for (uint32_t i = frame->first; i < frame->end; i++)
    if (slot_of(builder, builder->pending.items[i]) == NO_SLOT) return true;
  return false;
}

static void build_step(CodeBuilder *builder, const BuildFrame *frame)
{
  Code *code = builder->code;
  const Bank *bank = builder->compiler->bank;
  Term term = frame->term;
  if (is_circular(builder, frame)) {
    Step unknown = {.first = (uint32_t)code->operands.count};
    unknown_step(&unknown, REASON_CYCLIC_DEFINITION);
    finish_step(builder, &unknown, term, false);
    return;
  }
  if (alias_of(builder->compiler, term)) {
    builder->compiler->slot_of.items[term] = slot_of(builder, builder->pending.items[frame->first]);
    return;
  }
  Step step = {.first = (uint32_t)code->operands.count, .count = frame->end - frame->first};
  for (uint32_t i = frame->first; i < frame->end; i++)
    VEC_PUSH(&code->operands, slot_of(builder, builder->pending.items[i]));
  bool costly = step.count && any_costly(builder, code->operands.items + step.first, step.count);
  switch (bank_node(bank, term)->op) {
  case OP_FORALL:
  case OP_EXISTS: step.kind = STEP_QUANTIFIER, costly = true; break;
  case OP_LAMBDA:
    step.kind = STEP_CLOSURE;
    step.target = reduce_lambda(builder->compiler, term);
    break;
  case OP_MATCH: step.kind = STEP_MATCH, costly = true; break;
  case OP_VARIABLE:
  case OP_WITNESS:
  case OP_COMPREHENSION: unknown_step(&step, REASON_NO_SEMANTICS); break;
  default: application_step(builder, &step, term, &costly); break;
  }
  finish_step(builder, &step, term, costly);
}

/* Gives a term a slot at once if it is a value, and otherwise puts it on the stack. */
static void visit(CodeBuilder *builder, Term term)
{
  CodeCompiler *compiler = builder->compiler;
  if (!marks_add(&compiler->compiled, term)) return;
  compiler->slot_of.items[term] = NO_SLOT; /* until its operands have theirs */
  if (value_is_literal(compiler->bank, term)) {
    add_slot(builder, term, value_of_literal(compiler->literals, term), false);
    return;
  }
  uint32_t first = (uint32_t)builder->pending.count;
  push_operands(builder, term);
  VEC_PUSH(&builder->stack, ((BuildFrame){term, first, first, (uint32_t)builder->pending.count}));
}

static void build(CodeBuilder *builder, Term root)
{
  visit(builder, root);
  while (builder->stack.count > 0) {
    BuildFrame *top = &builder->stack.items[builder->stack.count - 1];
    if (top->next < top->end) {
      visit(builder, builder->pending.items[top->next++]);
      continue;
    }
    BuildFrame done = *top;
    builder->stack.count--;
    build_step(builder, &done);
    builder->pending.count = done.first;
  }
  VEC_PUSH(&builder->code->roots, slot_of(builder, root));
}

static void start(CodeBuilder *builder, CodeCompiler *compiler, Code *code)
{
  *builder = (CodeBuilder){.compiler = compiler, .code = code};
  *code = (Code){0};
  marks_clear(&compiler->compiled, compiler->bank->terms.count);
  VEC_RESERVE(&compiler->slot_of, compiler->bank->terms.count);
}

static void finish(CodeBuilder *builder)
{
  code_build_regions(builder);
  fix_calls(builder->code);
  VEC_FREE(&builder->stack);
  VEC_FREE(&builder->pending);
  VEC_FREE(&builder->step_of);
  VEC_FREE(&builder->costly);
  VEC_FREE(&builder->region_of);
  VEC_FREE(&builder->todo);
}

void code_compile_roots(CodeCompiler *compiler, const Term *roots, uint32_t count, Code *code)
{
  CodeBuilder builder;
  start(&builder, compiler, code);
  for (uint32_t i = 0; i < count; i++) build(&builder, roots[i]);
  finish(&builder);
}

static void compile_binder(CodeCompiler *compiler, Term binder, CodeForm form, Code *code)
{
  const Bank *bank = compiler->bank;
  CodeBuilder builder;
  start(&builder, compiler, code);
  code->parameter_count = bank_bound_count(bank, binder);
  if (form == CODE_BODY) code_find_captures(compiler, binder, &code->captures);
  code->capture_count = (uint32_t)code->captures.count;
  const Term *args = bank_args(bank, binder);
  for (uint32_t i = 0; i < code->parameter_count; i++) {
    marks_add(&compiler->compiled, args[i]);
    add_slot(&builder, args[i], (Value){0}, false);
  }
  for (uint32_t i = 0; i < code->capture_count; i++) {
    marks_add(&compiler->compiled, code->captures.items[i]);
    add_slot(&builder, code->captures.items[i], (Value){0}, false);
  }
  build(&builder, args[code->parameter_count]);
  finish(&builder);
}

void code_compile(CodeCompiler *compiler, Term term, CodeForm form, Code *code)
{
  if (form == CODE_CLOSED)
    code_compile_roots(compiler, &term, 1, code);
  else
    compile_binder(compiler, term, form, code);
}
