#include "smt/value/field.h"

#include <assert.h>

#include "smt/value/number.h"

uint64_t field_order(const Bank *bank, Sort sort, uint64_t most)
{
  assert(bank_has_sort(bank, sort));
  assert(sorts_class(&bank->sorts, sort) == SORT_FIELD);
  Numeral prime = sorts_index(&bank->sorts, sort, 0);
  if (numeral_is_plain(prime)) return prime < most ? prime : most;
  Symbol symbol = numeral_symbol(prime);
  const char *text = symbols_text(&bank->symbols, symbol);
  size_t length = symbols_length(&bank->symbols, symbol);
  uint64_t order = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return most;
    if (__builtin_mul_overflow(order, 10, &order)) return most;
    if (__builtin_add_overflow(order, (uint64_t)(text[i] - '0'), &order)) return most;
    if (order >= most) return most;
  }
  return order;
}

Reason field_prime(Eval *eval, Sort sort, mpz_ptr prime)
{
  assert(sorts_class(&eval->bank->sorts, sort) == SORT_FIELD);
  Reason reason = number_of_index(eval, sorts_index(&eval->bank->sorts, sort, 0), prime);
  if (reason != REASON_NONE) return reason;
  return mpz_cmp_ui(prime, 1) > 0 ? REASON_NONE : REASON_NO_SEMANTICS;
}

static Value reduced(Eval *eval, mpz_ptr number, mpz_srcptr prime, Term term)
{
  assert(mpz_sgn(prime) > 0);
  mpz_fdiv_r(number, number, prime);
  return value_bits(&eval->heap, VALUE_FIELD, 0, number, term);
}

typedef void (*Combine)(mpz_ptr result, mpz_srcptr a, mpz_srcptr b);

static Value combine(Eval *eval, const Call *call, const Value *args, Combine operation)
{
  IntView a, b;
  mpz_ptr prime = eval->z[0], result = eval->z[1];
  Reason reason = field_prime(eval, call->sort, prime);
  if (reason) return value_unknown(reason, call->term);
  operation(result, value_view(args[0], &a), value_view(args[1], &b));
  return reduced(eval, result, prime, call->term);
}

static Value field_add(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return combine(eval, call, args, mpz_add);
}

static Value field_mul(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return combine(eval, call, args, mpz_mul);
}

static Value field_neg(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const Value zero_less[] = {value_small_bits(VALUE_FIELD, 0, 0), args[0]};
  return combine(eval, call, zero_less, mpz_sub);
}

/* x0 + 2 (x1 + 2 (x2 + ...)). */
static Value field_bitsum(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  mpz_ptr prime = eval->z[0], sum = eval->z[1];
  Reason reason = field_prime(eval, call->sort, prime);
  if (reason) return value_unknown(reason, call->term);
  if (!eval_spend(eval, count)) return value_unknown(REASON_STEPS, call->term);
  mpz_set_ui(sum, 0);
  for (uint32_t i = count; i-- > 0;) {
    IntView view;
    mpz_mul_2exp(sum, sum, 1);
    mpz_add(sum, sum, value_view(args[i], &view));
    mpz_fdiv_r(sum, sum, prime);
  }
  return reduced(eval, sum, prime, call->term);
}

const KernelEntry field_kernels[] = {
    {"ff.add", "dd", field_add, KERNEL_PLAIN},
    {"ff.mul", "dd", field_mul, KERNEL_PLAIN},
    {"ff.neg", "d", field_neg, KERNEL_PLAIN},
    {"ff.bitsum", "dd", field_bitsum, KERNEL_VARIADIC},
    {0},
};
