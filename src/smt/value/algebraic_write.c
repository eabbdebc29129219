/* Algebraic numbers as text, in z3's form. */
#include <assert.h>

#include "base/mem.h"
#include "smt/value/algebraic_object.h"

/* The position among the real roots of the polynomial, in ascending order from 1. */
static slong root_index(const qqbar_t number)
{
  slong degree = qqbar_degree(number), index = 1;
  qqbar_ptr roots = _qqbar_vec_init(degree);
  qqbar_conjugates(roots, number);
  for (slong i = 0; i < degree; i++)
    if (qqbar_is_real(roots + i) && qqbar_cmp_re(roots + i, number) < 0) index++;
  _qqbar_vec_clear(roots, degree);
  return index;
}

static void write_integer(const fmpz_t number, StrBuf *text)
{
  char *digits = fmpz_get_str(NULL, 10, number);
  if (digits[0] == '-')
    strbuf_printf(text, "(- %s)", digits + 1);
  else
    strbuf_add_text(text, digits);
  flint_free(digits);
}

static void write_power(slong exponent, StrBuf *text)
{
  assert(exponent > 0);
  if (exponent == 1)
    strbuf_add_text(text, "x");
  else
    strbuf_printf(text, "(^ x %ld)", (long)exponent);
}

static void write_monomial(const fmpz_t coefficient, slong exponent, StrBuf *text)
{
  strbuf_add_char(text, ' ');
  if (exponent == 0) {
    write_integer(coefficient, text);
  } else if (fmpz_is_one(coefficient)) {
    write_power(exponent, text);
  } else {
    strbuf_add_text(text, "(* ");
    write_integer(coefficient, text);
    strbuf_add_char(text, ' ');
    write_power(exponent, text);
    strbuf_add_char(text, ')');
  }
}

void algebraic_write(Value a, StrBuf *text)
{
  assert(a.kind == VALUE_ALGEBRAIC);
  const qqbar_struct *number = a.algebraic->number;
  strbuf_add_text(text, "(root-obj (+");
  for (slong i = qqbar_degree(number); i >= 0; i--)
    if (!fmpz_is_zero(QQBAR_COEFFS(number) + i)) write_monomial(QQBAR_COEFFS(number) + i, i, text);
  strbuf_printf(text, ") %ld)", (long)root_index(number));
}
