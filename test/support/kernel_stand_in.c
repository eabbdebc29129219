/* Stands in for parts of the evaluator where a program is linked without them. Of the algebraic
 * numbers only square roots of integers are there. */
#include <stdlib.h>
#include <string.h>

#include "eval/algebraic.h"

#define STAND_IN __attribute__((weak))

STAND_IN Value eval_open(Eval *eval, const Call *call, const Value *args, uint32_t count,
                         Reason reason)
{
  (void)eval, (void)args, (void)count;
  return value_unknown(reason, call->term);
}

STAND_IN int algebraic_order(const AlgebraicObject *a, const AlgebraicObject *b)
{
  return (a > b) - (a < b);
}

/* factor * sqrt(square), as a Real and an int. */
typedef struct {
  uint64_t hash;
  Value factor;
  unsigned long square;
} Root;

static Value make_root(Eval *eval, Value factor, unsigned long square)
{
  Root *root = heap_alloc(&eval->heap, 1, sizeof *root);
  *root = (Root){0, factor, square};
  return (Value){.kind = VALUE_ALGEBRAIC, .hash = &root->hash};
}

static const Root *get_root(Value v)
{
  return (const Root *)(const void *)v.hash;
}

STAND_IN Value algebraic_read(Eval *eval, const char *text, size_t length, Term term)
{
  static const char start[] = "(root-obj (+ (^ x 2) (- ";
  if (length < sizeof start || memcmp(text, start, sizeof start - 1) != 0)
    return value_unknown(REASON_MALFORMED_VALUE, term);
  bool negative = text[length - 2] == '1';
  unsigned long square = strtoul(text + sizeof start - 1, NULL, 10);
  return make_root(eval, value_small_real(negative ? -1 : 1), square);
}

STAND_IN int algebraic_sign(Value a)
{
  RatioView view;
  return mpq_sgn(value_view_real(get_root(a)->factor, &view));
}

STAND_IN Value algebraic_mul(Eval *eval, Value a, Value b, Term term)
{
  RatioView view_a, view_b;
  mpq_mul(eval->q[0], value_view_real(get_root(a)->factor, &view_a), value_view_real(b, &view_b));
  return make_root(eval, value_real(&eval->heap, eval->q[0], term), get_root(a)->square);
}

/* Of a positive number. */
STAND_IN Value algebraic_floor(Eval *eval, Value a, Term term)
{
  RatioView view;
  mpq_srcptr factor = value_view_real(get_root(a)->factor, &view);
  mpz_mul(eval->z[0], mpq_numref(factor), mpq_numref(factor));
  mpz_mul_ui(eval->z[0], eval->z[0], get_root(a)->square);
  mpz_mul(eval->z[1], mpq_denref(factor), mpq_denref(factor));
  mpz_tdiv_q(eval->z[0], eval->z[0], eval->z[1]);
  mpz_sqrt(eval->z[0], eval->z[0]);
  return value_int(&eval->heap, eval->z[0], term);
}
