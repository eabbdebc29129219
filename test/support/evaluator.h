/* The evaluator for tests: values of texts, and kernels called directly, on one machine.
 *
 *   Evaluator e;
 *   evaluator_init(&e, "(declare-const x Int)", "((define-fun x () Int 1))", 0);
 *   evaluator_true(&e, "(= (+ x 1) 2)");
 *   Value sum = evaluator_call(&e, "+", "ii", (Value[]){a, b}, NULL, 0);
 *   evaluator_deinit(&e);
 *
 * What is wrong with a text fails the test. */
#ifndef SUPPORT_EVALUATOR_H
#define SUPPORT_EVALUATOR_H

#include "base/strbuf.h"
#include "smt/eval/machine.h"

typedef struct {
  Eval *eval; /* the one the machine runs its steps with */
  Machine *machine;
  Parser *parser;
  Script script;
  Model model;
  Error error;
  StrBuf text;
} Evaluator;

/* An evaluator after a script and under a model (NULL: none), with all theories. Both texts must stay
 * valid. `bytes` limits its values (0: as usual); steps are not limited unless eval->steps is set. */
void evaluator_init(Evaluator *evaluator, const char *script, const char *model, size_t bytes);
void evaluator_deinit(Evaluator *evaluator);
/* Forgets all values, and gives back the steps. */
void evaluator_reset(Evaluator *evaluator);

/* The term that a text stands for, its sort, and its value, which lives until the next reset. */
Term evaluator_term(Evaluator *evaluator, const char *text);
Sort evaluator_sort(Evaluator *evaluator, const char *text);
Value evaluator_value(Evaluator *evaluator, const char *text);

/* The text must be true, false, or undetermined for this reason. */
void evaluator_true(Evaluator *evaluator, const char *text);
void evaluator_false(Evaluator *evaluator, const char *text);
void evaluator_unknown(Evaluator *evaluator, const char *text, Reason reason);
/* Both must have the same value. */
void evaluator_same(Evaluator *evaluator, const char *a, const char *b);

/* A value in short: true, -3, 1/3, "ab", (1 2) for a sequence, a bit-vector as its number, and the
 * reason of what is undetermined in angle brackets. Valid until the next call. */
const char *evaluator_show(Evaluator *evaluator, Value value);
/* Checks a table of texts and how their values are shown. */
typedef struct {
  const char *term, *value;
} EvaluatorCase;
void evaluator_check(Evaluator *evaluator, const EvaluatorCase *cases, size_t count);

/* A number in decimal digits, perhaps with a sign and, for a REAL, a denominator ("-1/3"). */
Value evaluator_int(Evaluator *evaluator, const char *digits);
Value evaluator_real(Evaluator *evaluator, const char *digits);
/* A numeral, of any size, as an index. */
Numeral evaluator_index(Evaluator *evaluator, const char *digits);

/* The kernel of an operator by its name and the letters of its argument sorts (see KernelEntry). */
const KernelEntry *evaluator_kernel(const Evaluator *evaluator, const char *name,
                                    const char *letters);
/* The value of an application. The call has no term and no sorts. */
Value evaluator_call(Evaluator *evaluator, const char *name, const char *letters,
                     const Value *values, const Numeral *indices, uint32_t index_count);

/* A kernel that is found once and called many times, at sorts. */
enum { KERNEL_CALL_ARGS = 4 };
typedef struct {
  const KernelEntry *entry; /* NULL: the theories have no such function */
  Sort result;
  Sort args[KERNEL_CALL_ARGS];
} KernelCall;
KernelCall kernel_find(const Eval *eval, const char *name, const char *letters, Sort result,
                       const Sort *args);
Value kernel_call(Eval *eval, const KernelCall *call, const Value *args);

/* (_ FloatingPoint eb sb), (_ BitVec width), and sorts without indices and arguments. */
Sort kernel_float_sort(Eval *eval, uint32_t eb, uint32_t sb);
Sort kernel_bitvec_sort(Eval *eval, uint32_t width);
Sort kernel_plain_sort(Eval *eval, SortClass class);

#endif
