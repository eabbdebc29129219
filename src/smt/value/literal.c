#include "smt/value/literal.h"

#include <assert.h>

#include "smt/text/model.h"
#include "smt/value/algebraic.h"
#include "smt/value/field.h"
#include "smt/value/number.h"
#include "smt/value/string.h"

bool value_is_literal(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  Op op = bank_node(bank, term)->op;
  if (op >= OP_INTEGER && op <= OP_FIELD) return true;
  return op >= OP_FIRST_APPLICATION &&
         (model_is_abstract(bank, term) || model_is_algebraic(bank, term));
}

/* "12.50": the digits without the point, over a power of ten. */
static Value read_decimal(Eval *eval, const char *text, size_t length, Term term)
{
  size_t point = 0;
  while (point < length && text[point] != '.') point++;
  size_t decimals = point < length ? length - point - 1 : 0;
  char *digits = mem_copy_string(text, length);
  for (size_t i = point; i < length; i++) digits[i] = i + 1 < length ? text[i + 1] : '\0';
  mpz_set_str(mpq_numref(eval->q[0]), digits, 10);
  free(digits);
  mpz_ui_pow_ui(mpq_denref(eval->q[0]), 10, decimals);
  mpq_canonicalize(eval->q[0]);
  return value_real(&eval->heap, eval->q[0], term);
}

static Value read_bits(Eval *eval, const char *text, size_t length, Term term)
{
  assert(length > 2);
  uint32_t width = sorts_index(&eval->bank->sorts, bank_sort(eval->bank, term), 0);
  number_read(eval->z[0], text + 2, length - 2, text[1] == 'x' ? 16 : 2);
  return value_bits(&eval->heap, VALUE_BITVEC, width, eval->z[0], term);
}

static Value read_field(Eval *eval, const char *text, size_t length, Term term)
{
  number_read(eval->z[0], text, length, 10);
  Reason reason = field_prime(eval, bank_sort(eval->bank, term), eval->z[1]);
  if (reason != REASON_NONE) return value_unknown(reason, term);
  mpz_mod(eval->z[0], eval->z[0], eval->z[1]);
  return value_bits(&eval->heap, VALUE_FIELD, 0, eval->z[0], term);
}

Value value_of_literal(Eval *eval, Term term)
{
  assert(value_is_literal(eval->bank, term));
  const Bank *bank = eval->bank;
  if (model_is_abstract(bank, term)) return (Value){.kind = VALUE_ABSTRACT, .word = term};
  bool algebraic = model_is_algebraic(bank, term);
  Symbol symbol =
      algebraic ? funs_info(&bank->funs, bank_fun(bank, term))->name : bank_node(bank, term)->first;
  const char *text = symbols_text(&bank->symbols, symbol);
  size_t length = symbols_length(&bank->symbols, symbol);
  if (!heap_allows(&eval->heap, length)) return value_unknown(REASON_MEMORY, term);
  if (algebraic) return algebraic_read(eval, text, length, term);
  switch (bank_node(bank, term)->op) {
  case OP_INTEGER:
    number_read(eval->z[0], text, length, 10);
    return value_int(&eval->heap, eval->z[0], term);
  case OP_REAL: return read_decimal(eval, text, length, term);
  case OP_BITVEC: return read_bits(eval, text, length, term);
  case OP_FIELD: return read_field(eval, text, length, term);
  default: return string_of_literal(eval, symbol, term);
  }
}
