/* The evaluator: runs compiled terms under a model.
 *
 * Everything is exact. What cannot be told is VALUE_UNKNOWN with a reason: it never guesses. Nothing
 * recurses over the depth of terms, values or calls; time and memory are limited. */
#ifndef SMT_EVAL_MACHINE_H
#define SMT_EVAL_MACHINE_H

#include "smt/text/model.h"
#include "smt/value/operator.h"

/* Functions that are computed outside, whatever the model says of them. They are called only where a
 * connective or conditional needs them. */
typedef struct {
  bool (*knows)(void *context, Fun fun);
  Value (*call)(void *context, Eval *eval, Fun fun, Term term, const Value *args, uint32_t count);
  void *context;
} BoxCaller;

typedef struct {
  uint64_t steps;         /* of one evaluation; 0: EVAL_STEPS */
  size_t bytes;           /* of values; 0: EVAL_BYTES */
  const BoxCaller *boxes; /* may be NULL; lives as long as the machine */
} EvalLimits;

#define EVAL_STEPS UINT64_C(20000000)
#define EVAL_BYTES ((size_t)1 << 30)

typedef struct Machine Machine;
typedef struct Program Program;

/* The model may be NULL: then only what does not depend on declared functions has a value. With
 * `complete`, what the model or the standard leaves open gets a default value, the same for the same
 * arguments.
 * Bank and model must outlive the machine; the model's definitions are evaluated here. */
Machine *machine_create(Bank *bank, const Model *model, const EvalLimits *limits, bool complete);
void machine_destroy(Machine *machine);

/* Gives a declared constant a value, in the place of the model's. */
void machine_set(Machine *machine, Fun constant, Value value);

/* For many small evaluations on one machine. What was computed is forgotten, and there are steps again; */
void machine_restart(Machine *machine);
/* the value of a closed term, and of a function that is given as a lambda without free variables. */
Value machine_value(Machine *machine, Term term);
Value machine_apply(Machine *machine, Term lambda, const Value *args);

/* Closed terms, compiled to be run any number of times. */
Program *program_create(Machine *machine, const Term *roots, uint32_t count);
void program_destroy(Program *program);
/* Evaluates all terms under the machine's present values. Each gets the step limit for itself. What
 * the last run of any program of the machine computed is no longer valid. */
void program_run(Program *program);
Value program_value(const Program *program, uint32_t root);
/* Like program_run, for Bool terms and a machine with `complete`: looks for values of what is open that
 * make all terms true. Default values are tried first, then some that occur in the terms and the
 * model. False if that did not succeed. */
bool program_complete(Program *program);

#endif
