/* Values as expressions of B. */
#include <assert.h>
#include <stdlib.h>

#include "b/text/print.h"
#include "b/value/number.h"

static void print_integer(const BHeap *heap, BValue value, StrBuf *out)
{
  const BValueNode *node = b_value_node(heap, value);
  if (!node->count) {
    strbuf_printf(out, "%lld", (long long)node->number);
    return;
  }
  char *text = mpz_get_str(NULL, 10, heap->bigs.items[node->first].number);
  strbuf_add_text(out, text);
  free(text);
}

/* A decimal where it ends, else a quotient of reals. */
static void print_real(const BHeap *heap, BValue value, StrBuf *out)
{
  mpq_srcptr number = b_number_rational(heap, value);
  mpz_t rest, shifted;
  mpz_inits(rest, shifted, NULL);
  mpz_set(rest, mpq_denref(number));
  unsigned long twos = mpz_scan1(rest, 0), fives = 0;
  mpz_tdiv_q_2exp(rest, rest, twos);
  while (mpz_divisible_ui_p(rest, 5)) {
    mpz_divexact_ui(rest, rest, 5);
    fives++;
  }
  char *text;
  if (mpz_cmp_ui(rest, 1) == 0) {
    unsigned long digits = twos > fives ? twos : fives;
    if (digits == 0) digits = 1;
    mpz_ui_pow_ui(shifted, 10, digits);
    mpz_mul(shifted, shifted, mpq_numref(number));
    mpz_tdiv_q(shifted, shifted, mpq_denref(number));
    if (mpz_sgn(shifted) < 0) strbuf_add_char(out, '-');
    mpz_abs(shifted, shifted);
    text = mpz_get_str(NULL, 10, shifted);
    size_t length = strlen(text);
    if (length <= digits) strbuf_add_text(out, "0.");
    for (size_t i = length; i < digits; i++) strbuf_add_char(out, '0');
    for (size_t i = 0; i < length; i++) {
      if (length > digits && i == length - digits) strbuf_add_char(out, '.');
      strbuf_add_char(out, text[i]);
    }
  } else {
    text = mpz_get_str(NULL, 10, mpq_numref(number));
    strbuf_printf(out, "%s.0 / ", text);
    free(text);
    text = mpz_get_str(NULL, 10, mpq_denref(number));
    strbuf_printf(out, "%s.0", text);
  }
  free(text);
  mpz_clears(rest, shifted, NULL);
}

static void print_parts(const BHeap *heap, BType type, BValue value, StrBuf *out)
{
  const BTypes *types = &heap->bank->types;
  uint32_t count = b_value_node(heap, value)->count;
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_add_text(out, ", ");
    if (b_kind(heap, value) == B_KIND_SET) {
      b_value_print(heap, b_type_member(types, type), b_part(heap, value, i), out);
      continue;
    }
    uint32_t fields;
    BField field = b_type_fields(types, type, &fields)[i];
    strbuf_add(out, symbols_text(&heap->bank->symbols, field.name),
               symbols_length(&heap->bank->symbols, field.name));
    strbuf_add_text(out, " : ");
    b_value_print(heap, field.type, b_part(heap, value, i), out);
  }
}

static void print_interval(const BHeap *heap, BValue value, StrBuf *out)
{
  BValue low = b_part(heap, value, 0), high = b_part(heap, value, 1);
  if (low != B_VALUE_NONE && high != B_VALUE_NONE) {
    print_integer(heap, low, out);
    strbuf_add_text(out, " .. ");
    print_integer(heap, high, out);
  } else if (low == high) {
    strbuf_add_text(out, "INTEGER");
  } else {
    strbuf_printf(out, "{number | number %s ", low ? ">=" : "<=");
    print_integer(heap, low ? low : high, out);
    strbuf_add_char(out, '}');
  }
}

static void print_lazy(const BHeap *heap, BType type, BValue value, StrBuf *out)
{
  const BValueNode node = *b_value_node(heap, value);
  (void)type;
  if (node.op == B_INTERVAL) {
    print_interval(heap, value, out);
  } else if (node.number) {
    b_print(heap->bank, (BTerm)node.number, NULL, out);
  } else {
    const char *token;
    size_t length = b_operator_token((BOperator)node.op, &token);
    strbuf_add(out, token, length);
    for (uint32_t i = 0; i < node.count; i++) strbuf_add_text(out, i ? ", ..." : "(...");
    if (node.count) strbuf_add_char(out, ')');
  }
}

static void print_element(const BHeap *heap, BValue value, StrBuf *out)
{
  const BValueNode *node = b_value_node(heap, value);
  const SymbolTable *symbols = &heap->bank->symbols;
  Symbol set = b_type_node(&heap->bank->types, node->first)->first;
  if (node->number >> 32) { /* enumerated: the name is the number's upper half */
    Symbol name = (Symbol)(node->number >> 32);
    strbuf_add(out, symbols_text(symbols, name), symbols_length(symbols, name));
    return;
  }
  strbuf_printf(out, "%.*s%lld", (int)symbols_length(symbols, set), symbols_text(symbols, set),
                (long long)node->number + 1);
}

void b_value_print(const BHeap *heap, BType type, BValue value, StrBuf *out)
{
  assert(b_is_value(value));
  const BTypes *types = &heap->bank->types;
  const BValueNode node = *b_value_node(heap, value);
  switch ((BKind)node.kind) {
  case B_KIND_BOOL: strbuf_add_text(out, node.number ? "TRUE" : "FALSE"); return;
  case B_KIND_INTEGER: print_integer(heap, value, out); return;
  case B_KIND_REAL: print_real(heap, value, out); return;
  case B_KIND_ELEMENT: print_element(heap, value, out); return;
  case B_KIND_STRING: {
    Symbol text = (Symbol)node.number;
    b_print_string(symbols_text(&heap->bank->symbols, text),
                   symbols_length(&heap->bank->symbols, text), out);
    return;
  }
  case B_KIND_PAIR: {
    BTypeNode pair = *b_type_node(types, type);
    strbuf_add_char(out, '(');
    b_value_print(heap, pair.first, node.first, out);
    strbuf_add_text(out, " |-> ");
    b_value_print(heap, pair.second, node.count, out);
    strbuf_add_char(out, ')');
    return;
  }
  case B_KIND_RECORD:
  case B_KIND_SET:
    strbuf_add_text(out, node.kind == B_KIND_SET ? "{" : "rec(");
    print_parts(heap, type, value, out);
    strbuf_add_char(out, node.kind == B_KIND_SET ? '}' : ')');
    return;
  case B_KIND_LAZY: print_lazy(heap, type, value, out); return;
  case B_KIND_NONE: break;
  }
  strbuf_add_text(out, value == B_VALUE_UNDEFINED ? "not well defined" : "undetermined");
}
