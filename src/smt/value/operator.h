/* Operators with their meaning: one kernel for each function of the theories.
 *
 * A kernel computes the value of one application. Each theory has a table of its kernels; they are
 * found by the function's name and the classes of its argument sorts. */
#ifndef SMT_VALUE_OPERATOR_H
#define SMT_VALUE_OPERATOR_H

#include "smt/term/bank.h"
#include "smt/value/value.h"

/* What kernels work with. */
typedef struct Eval {
  Bank *bank;
  Heap heap;
  uint64_t steps; /* left; see eval_spend */
  mpz_t z[4];     /* scratch for kernels, their contents do not survive other kernels */
  mpq_t q[3];
  bool complete; /* fill what is open with default values, see eval_open */
  struct Machine *machine;
} Eval;

/* One application. */
typedef struct {
  Term term;
  Sort sort; /* of the result */
  const Sort *arg_sorts;
  const Numeral *indices;
  uint32_t index_count;
} Call;

/* The functions of associative, chainable and pairwise operators get two arguments (those of
 * KERNEL_VARIADIC all of them). No argument is undetermined, except with KERNEL_LENIENT. */
typedef Value (*Kernel)(Eval *eval, const Call *call, const Value *args, uint32_t count);

typedef enum { KERNEL_PLAIN = 0, KERNEL_LENIENT = 1, KERNEL_VARIADIC = 2 } KernelFlags;

typedef struct {
  const char *name;
  /* One letter per argument sort of the signature's rank:
   *   b Bool  i Int  r Real  v BitVec  f FloatingPoint  m RoundingMode  s String  e RegLan
   *   a Array  q Seq  t Set  g Bag  d FiniteField  u Tuple  h function  c Unicode  * parameter */
  const char *args;
  Kernel kernel;  /* NULL: not evaluated, on purpose */
  unsigned flags; /* KernelFlags */
} KernelEntry;

/* The tables of the theories; each ends with an entry without a name. */
extern const KernelEntry core_kernels[], int_kernels[], real_kernels[], transcendental_kernels[],
    bitvec_arithmetic_kernels[], bitvec_compare_kernels[], bitvec_shape_kernels[], float_kernels[],
    string_kernels[], string_find_kernels[], string_number_kernels[], regex_kernels[],
    sequence_kernels[], sequence_find_kernels[], array_kernels[], set_kernels[], bag_kernels[],
    relation_kernels[], tuple_kernels[], field_kernels[], unevaluated_kernels[];

/* The entry of a theory function, or NULL if none of the tables has it. */
const KernelEntry *value_operator_entry(const Bank *bank, Fun fun);

/* Takes steps for work beyond the one application. False when there are none left: the kernel then
 * gives REASON_STEPS. */
static inline bool eval_spend(Eval *eval, uint64_t steps)
{
  if (steps > eval->steps) {
    eval->steps = 0;
    return false;
  }
  eval->steps -= steps;
  return true;
}

/* The value of an application that the standard leaves open: what the model says of it, or else
 * undetermined for this reason; with eval->complete a default value of the sort, if any value is
 * allowed. */
Value eval_open(Eval *eval, const Call *call, const Value *args, uint32_t count, Reason reason);

/* Applies a FUNCTION value; what it gives is applied to the arguments that are left, if any. A
 * function that needs more arguments is not evaluated. */
Value eval_apply(Eval *eval, Value function, const Value *args, uint32_t count, Term term);

/* The values of an uninterpreted sort that the model names, and whether these are all of them. */
const Value *eval_universe(Eval *eval, Sort sort, uint64_t *count, bool *whole);

#endif
