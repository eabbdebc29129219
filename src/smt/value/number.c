#include "smt/value/number.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* GMP wants its digits closed by a zero byte. */
void number_read(mpz_ptr number, const char *digits, size_t length, int base)
{
  assert(length > 0 && (base == 2 || base == 10 || base == 16));
  char *text = mem_copy_string(digits, length);
  int failed = mpz_set_str(number, text, base);
  assert(failed == 0);
  (void)failed;
  free(text);
}

/* A numeral that is not plain is kept as the symbol of its digits. */
Reason number_of_index(Eval *eval, Numeral index, mpz_ptr number)
{
  assert(!numeral_is_expr(index));
  if (numeral_is_plain(index)) {
    mpz_set_ui(number, index);
    return REASON_NONE;
  }
  const SymbolTable *symbols = &eval->bank->symbols;
  Symbol symbol = numeral_symbol(index);
  const char *digits = symbols_text(symbols, symbol);
  size_t length = symbols_length(symbols, symbol);
  for (size_t i = 0; i < length; i++)
    if (digits[i] < '0' || digits[i] > '9') return REASON_NO_SEMANTICS;
  Reason reason = number_allow(eval, (uint64_t)length * 4);
  if (reason == REASON_NONE) number_read(number, digits, length, 10);
  return reason;
}

Reason number_power(Eval *eval, mpz_srcptr base, mpz_srcptr exponent, mpz_ptr power)
{
  assert(mpz_sgn(exponent) >= 0);
  assert(power != base && power != exponent);
  if (mpz_sgn(exponent) == 0 || mpz_cmpabs_ui(base, 1) <= 0) {
    bool is_base = mpz_odd_p(exponent) || (mpz_sgn(base) == 0 && mpz_sgn(exponent) > 0);
    if (is_base)
      mpz_set(power, base);
    else
      mpz_set_ui(power, 1);
    return REASON_NONE;
  }
  uint64_t bits;
  if (!mpz_fits_ulong_p(exponent) ||
      __builtin_mul_overflow(mpz_sizeinbase(base, 2), mpz_get_ui(exponent), &bits))
    return REASON_MEMORY;
  Reason reason = number_allow(eval, bits);
  if (reason == REASON_NONE) mpz_pow_ui(power, base, mpz_get_ui(exponent));
  return reason;
}
