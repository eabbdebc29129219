#include "support/kernel_eval.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "eval/array.h"
#include "eval/closure.h"
#include "eval/domain.h"
#include "smtlib/theory.h"
#include "testing.h"

typedef struct {
  Term variable;
  Value value;
} Binding;

struct Machine {
  VEC(Binding) bindings;
  const Value *universe;
  uint64_t universe_count;
  bool universe_whole;
};

/* What the kernels call. Weak: where the library has the function itself, and it is linked, that one
 * counts. */
#define WEAK __attribute__((weak))

WEAK Value eval_open(Eval *eval, const Call *call, const Value *args, uint32_t count, Reason reason)
{
  (void)args, (void)count;
  if (eval->complete) return domain_default(eval, call->sort, call->term);
  return value_unknown(reason, call->term);
}

WEAK const Value *eval_universe(Eval *eval, Sort sort, uint64_t *count, bool *whole)
{
  (void)sort;
  *count = eval->machine->universe_count;
  *whole = eval->machine->universe_whole;
  return eval->machine->universe;
}

/* Closures hold all bindings: each variable, then its value. */
static Value make_closure(Eval *eval, Term binder)
{
  struct Machine *machine = eval->machine;
  uint32_t count = (uint32_t)machine->bindings.count;
  ClosureObject *closure =
      heap_alloc(&eval->heap, 1, sizeof *closure + 2 * count * sizeof closure->captures[0]);
  assert_non_null(closure);
  closure->binder = binder;
  closure->capture_count = 2 * count;
  closure->hash = hash_mix(6, binder);
  for (uint32_t i = 0; i < count; i++) {
    Binding binding = machine->bindings.items[i];
    closure->captures[2 * i] = (Value){.kind = VALUE_ABSTRACT, .word = binding.variable};
    closure->captures[2 * i + 1] = binding.value;
    closure->hash = hash_mix(closure->hash, value_hash(binding.value));
  }
  return (Value){.kind = VALUE_FUNCTION, .loose = true, .closure = closure};
}

WEAK Value eval_apply(Eval *eval, Value function, const Value *args, uint32_t count, Term term)
{
  (void)term;
  struct Machine *machine = eval->machine;
  const ClosureObject *closure = function.closure;
  if (closure->capture_count == 1) return closure->captures[0]; /* a default */
  size_t before = machine->bindings.count;
  for (uint32_t i = 0; i + 1 < closure->capture_count; i += 2)
    VEC_PUSH(&machine->bindings,
             ((Binding){(Term)closure->captures[i].word, closure->captures[i + 1]}));
  assert_int_equal(bank_bound_count(eval->bank, closure->binder), count);
  for (uint32_t i = 0; i < count; i++)
    VEC_PUSH(&machine->bindings, ((Binding){bank_args(eval->bank, closure->binder)[i], args[i]}));
  Value result = bench_evaluate(eval, bank_args(eval->bank, closure->binder)[count]);
  machine->bindings.count = before;
  return result;
}

/* Terms */

static Value literal(Eval *eval, Term term)
{
  const TermNode *node = bank_node(eval->bank, term);
  const SymbolTable *symbols = &eval->bank->symbols;
  size_t length = symbols_length(symbols, node->first);
  char *text = mem_copy_string(symbols_text(symbols, node->first), length);
  bool bits = node->op == OP_BITVEC, real = node->op == OP_REAL;
  Value value = value_unknown(REASON_NO_SEMANTICS, term);
  char *point = real ? strchr(text, '.') : NULL;
  if (point) *point = 0;
  if (node->op == OP_STRING) {
    StringObject *string = value_string_room(&eval->heap, length);
    for (size_t i = 0; i < length; i++) string->chars[i] = (unsigned char)text[i];
    value = value_string(string);
  } else if (mpz_set_str(eval->z[0], bits ? text + 2 : text, bits ? text[1] == 'x' ? 16 : 2 : 10) ==
             0) {
    if (bits)
      value = value_bits(&eval->heap, VALUE_BITVEC, sorts_index(&eval->bank->sorts, node->sort, 0),
                         eval->z[0], term);
    else if (node->op == OP_FIELD)
      value = value_bits(&eval->heap, VALUE_FIELD, 0, eval->z[0], term);
    else
      value = value_int(&eval->heap, eval->z[0], term);
    if (real) value.kind = VALUE_REAL;
  }
  free(text);
  return value;
}

static Value variable(const Eval *eval, Term term)
{
  const struct Machine *machine = eval->machine;
  for (size_t i = machine->bindings.count; i-- > 0;)
    if (machine->bindings.items[i].variable == term) return machine->bindings.items[i].value;
  return value_unknown(REASON_NO_VALUE, term);
}

/* Small integers and application, where the library has no kernel for them. */
static Value simple(Eval *eval, Fun fun, Term term, const Value *args, uint32_t count)
{
  const SymbolTable *symbols = &eval->bank->symbols;
  Symbol name = funs_info(&eval->bank->funs, fun)->name;
  if (symbols_equal(symbols, name, "@")) return eval_apply(eval, args[0], args + 1, 1, term);
  int64_t a = args[0].integer, b = count > 1 ? args[1].integer : 0;
  if (symbols_equal(symbols, name, "+")) return value_small_int(a + b);
  if (symbols_equal(symbols, name, "*")) return value_small_int(a * b);
  if (symbols_equal(symbols, name, "-")) return value_small_int(count > 1 ? a - b : -a);
  if (symbols_equal(symbols, name, "<")) return value_bool(a < b);
  if (symbols_equal(symbols, name, "<=")) return value_bool(a <= b);
  if (symbols_equal(symbols, name, ">")) return value_bool(a > b);
  return value_unknown(REASON_NO_SEMANTICS, term);
}

static Value call_kernel(Eval *eval, Fun fun, const KernelEntry *entry, const Call *call,
                         const Value *args, uint32_t count)
{
  for (uint32_t i = 0; i < count && !(entry && entry->flags & KERNEL_LENIENT); i++)
    if (value_is_unknown(args[i])) return args[i];
  if (entry && entry->kernel) return entry->kernel(eval, call, args, count);
  return simple(eval, fun, call->term, args, count);
}

/* Two arguments at a time. */
static Value chain(Eval *eval, Fun fun, const KernelEntry *entry, Call *call, const Value *args,
                   uint32_t count)
{
  Assoc assoc = (Assoc)funs_info(&eval->bank->funs, fun)->assoc;
  bool right = assoc == ASSOC_RIGHT;
  Value result = args[right ? count - 1 : 0];
  if (assoc == ASSOC_CHAIN || assoc == ASSOC_PAIRWISE) {
    result = value_bool(true);
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t j = i + 1; j < (assoc == ASSOC_CHAIN && i + 2 < count ? i + 2 : count); j++) {
        Value pair[] = {args[i], args[j]};
        Value truth = call_kernel(eval, fun, entry, call, pair, 2);
        if (!value_is_true(truth)) return truth;
      }
    return result;
  }
  for (uint32_t i = 1; i < count; i++) {
    Value pair[] = {right ? args[count - 1 - i] : result, right ? result : args[i]};
    result = call_kernel(eval, fun, entry, call, pair, 2);
  }
  return result;
}

static Value construct(Eval *eval, Fun fun, const Value *args, uint32_t count)
{
  ListObject *list = value_list_room(&eval->heap, count);
  assert_non_null(list);
  for (uint32_t i = 0; i < count; i++) list->items[i] = args[i];
  return value_list(VALUE_DATATYPE, fun, list);
}

static Value apply_definition(Eval *eval, Term definition, const Value *args, uint32_t count)
{
  if (count == 0) return bench_evaluate(eval, definition);
  return eval_apply(eval, make_closure(eval, definition), args, count, definition);
}

static Value apply(Eval *eval, Term term, Fun fun, const Value *args, const Sort *arg_sorts,
                   uint32_t count)
{
  const Bank *bank = eval->bank;
  FunInfo info = *funs_info(&bank->funs, fun);
  if (info.origin == FUN_CONSTRUCTOR) return construct(eval, fun, args, count);
  if (info.origin == FUN_DEFINED) return apply_definition(eval, info.definition, args, count);
  if (info.origin != FUN_THEORY) return value_unknown(REASON_NO_VALUE, term);
  const KernelEntry *entry = operator_entry(bank, fun);
  OperatorInfo op = *bank_operator(bank, bank_node(bank, term)->op);
  Call call = {.term = term,
               .sort = bank_sort(bank, term),
               .arg_sorts = arg_sorts,
               .indices = bank->index_pool.items + op.first,
               .index_count = op.index_count};
  bool variadic = entry && entry->flags & KERNEL_VARIADIC;
  if (info.assoc != ASSOC_NONE && count > 1 && !variadic)
    return chain(eval, fun, entry, &call, args, count);
  return call_kernel(eval, fun, entry, &call, args, count);
}

Value bench_evaluate(Eval *eval, Term term)
{
  TermNode node = *bank_node(eval->bank, term);
  if (node.op == OP_VARIABLE) return variable(eval, term);
  if (node.op >= OP_INTEGER && node.op <= OP_FIELD) return literal(eval, term);
  if (node.op == OP_LAMBDA) {
    Value closure = make_closure(eval, term);
    bool array = sorts_class(&eval->bank->sorts, node.sort) == SORT_ARRAY;
    return array ? array_of_function(eval, closure, term) : closure;
  }
  Fun fun = bank_fun(eval->bank, term);
  if (!fun) return value_unknown(REASON_NO_SEMANTICS, term);
  Value *args = mem_alloc(node.count + 1, sizeof *args);
  Sort *sorts = mem_alloc(node.count + 1, sizeof *sorts);
  for (uint32_t i = 0; i < node.count; i++) {
    Term arg = bank_args(eval->bank, term)[i];
    sorts[i] = bank_sort(eval->bank, arg);
    args[i] = bench_evaluate(eval, arg);
  }
  Value value = apply(eval, term, fun, args, sorts, node.count);
  free(args);
  free(sorts);
  return value;
}

/* The bench */

void bench_init(KernelBench *bench, const char *script)
{
  *bench = (KernelBench){0};
  Eval *eval = &bench->eval;
  eval->bank = theory_create_bank();
  heap_init(&eval->heap, (size_t)1 << 30);
  eval->steps = UINT64_C(1) << 40;
  for (size_t i = 0; i < sizeof eval->z / sizeof eval->z[0]; i++) mpz_init(eval->z[i]);
  for (size_t i = 0; i < sizeof eval->q / sizeof eval->q[0]; i++) mpq_init(eval->q[i]);
  eval->machine = mem_alloc_zero(1, sizeof *eval->machine);
  bench->parser = parser_create(eval->bank, NULL, script, strlen(script), &bench->error);
  Status status = parser_read_script(bench->parser, &bench->script);
  if (status) fail_msg("%s", bench->error.message);
}

void bench_deinit(KernelBench *bench)
{
  Eval *eval = &bench->eval;
  for (size_t i = 0; i < sizeof eval->z / sizeof eval->z[0]; i++) mpz_clear(eval->z[i]);
  for (size_t i = 0; i < sizeof eval->q / sizeof eval->q[0]; i++) mpq_clear(eval->q[i]);
  VEC_FREE(&eval->machine->bindings);
  free(eval->machine);
  heap_deinit(&eval->heap);
  parser_destroy(bench->parser);
  script_deinit(&bench->script);
  bank_destroy(eval->bank);
}

void bench_set_universe(KernelBench *bench, const Value *values, uint64_t count, bool whole)
{
  bench->eval.machine->universe = values;
  bench->eval.machine->universe_count = count;
  bench->eval.machine->universe_whole = whole;
}

Term bench_term(KernelBench *bench, const char *text)
{
  Term term = 0;
  if (parser_read_term(bench->parser, text, strlen(text), &term))
    fail_msg("%s: %s", text, bench->error.message);
  return term;
}

Sort bench_sort(KernelBench *bench, const char *text)
{
  return bank_sort(bench->eval.bank, bench_term(bench, text));
}

Value bench_value(KernelBench *bench, const char *text)
{
  return bench_evaluate(&bench->eval, bench_term(bench, text));
}

static void expect_bool(KernelBench *bench, const char *text, bool truth)
{
  Value value = bench_value(bench, text);
  if (value_is_unknown(value)) fail_msg("%s: %s", text, reason_text((Reason)value.tag));
  if (value.kind != VALUE_BOOL || value.word != truth) fail_msg("%s: is not so", text);
}

void bench_true(KernelBench *bench, const char *text)
{
  expect_bool(bench, text, true);
}

void bench_false(KernelBench *bench, const char *text)
{
  expect_bool(bench, text, false);
}

void bench_unknown(KernelBench *bench, const char *text, Reason reason)
{
  Value value = bench_value(bench, text);
  if (!value_is_unknown(value)) fail_msg("%s: is determined", text);
  if (value.tag != reason) fail_msg("%s: %s", text, reason_text((Reason)value.tag));
}

void bench_same(KernelBench *bench, const char *a, const char *b)
{
  Value x = bench_value(bench, a), y = bench_value(bench, b);
  if (value_is_unknown(x)) fail_msg("%s: %s", a, reason_text((Reason)x.tag));
  if (value_is_unknown(y)) fail_msg("%s: %s", b, reason_text((Reason)y.tag));
  if (value_equal(x, y) != TRUTH_TRUE) fail_msg("%s: is not %s", a, b);
}
