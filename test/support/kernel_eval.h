/* Values of ground terms, straight from the kernels: what tests of kernels need, and no more. The
 * evaluator recurses over terms, and what it does not know is undetermined. */
#ifndef SUPPORT_KERNEL_EVAL_H
#define SUPPORT_KERNEL_EVAL_H

#include "eval/operator.h"
#include "smtlib/parser.h"

typedef struct {
  Eval eval;
  Script script;
  Parser *parser;
  Error error;
} KernelBench;

/* A bench with all theories and the declarations of a script, which must stay valid. */
void bench_init(KernelBench *bench, const char *script);
void bench_deinit(KernelBench *bench);
/* What eval_universe says of each uninterpreted sort. */
void bench_set_universe(KernelBench *bench, const Value *values, uint64_t count, bool whole);

/* The term that a text stands for; fails the test if there is none. */
Term bench_term(KernelBench *bench, const char *text);
/* The sort of a term, and the value. */
Sort bench_sort(KernelBench *bench, const char *text);
Value bench_value(KernelBench *bench, const char *text);
Value bench_evaluate(Eval *eval, Term term);

/* The text must be true, false, or undetermined for this reason; fails the test if not. */
void bench_true(KernelBench *bench, const char *text);
void bench_false(KernelBench *bench, const char *text);
void bench_unknown(KernelBench *bench, const char *text, Reason reason);
/* Both must have the same value. */
void bench_same(KernelBench *bench, const char *a, const char *b);

#endif
