/* Printing properties as VNN-LIB. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nn/property/property.h"

static void print_declarations(const Property *property, StrBuf *out)
{
  for (uint32_t i = 0; i < property->inputs; i++)
    strbuf_printf(out, "(declare-const X_%u Real)\n", i);
  for (uint32_t i = 0; i < property->outputs; i++)
    strbuf_printf(out, "(declare-const Y_%u Real)\n", i);
}

static void print_integer(mpz_srcptr value, StrBuf *out)
{
  char *text = mpz_get_str(NULL, 10, value);
  strbuf_add_text(out, text);
  strbuf_add_text(out, ".0");
  void (*release)(void *, size_t);
  mp_get_memory_functions(NULL, NULL, &release);
  release(text, strlen(text) + 1);
}

/* As a decimal where the denominator has no other factors than 2 and 5 and the digits are few. */
static bool print_decimal(mpq_srcptr value, StrBuf *out)
{
  enum { MAX_PLACES = 1100 };
  mpz_t rest, scaled;
  mpz_init_set(rest, mpq_denref(value));
  mpz_init_set_ui(scaled, 5);
  mp_bitcnt_t twos = mpz_scan1(rest, 0);
  mpz_tdiv_q_2exp(rest, rest, twos);
  mp_bitcnt_t fives = mpz_remove(rest, rest, scaled);
  mp_bitcnt_t places = twos > fives ? twos : fives;
  bool decimal = mpz_cmp_ui(rest, 1) == 0 && places <= MAX_PLACES;
  if (decimal) {
    mpz_ui_pow_ui(scaled, 10, places);
    mpz_mul(scaled, scaled, mpq_numref(value));
    mpz_divexact(scaled, scaled, mpq_denref(value));
    mpz_abs(scaled, scaled);
    char *digits = mpz_get_str(NULL, 10, scaled);
    size_t length = strlen(digits);
    if (mpq_sgn(value) < 0) strbuf_add_char(out, '-');
    if (length > places)
      strbuf_add(out, digits, length - places);
    else
      strbuf_add_char(out, '0');
    strbuf_add_char(out, '.');
    for (size_t i = length; i < places; i++) strbuf_add_char(out, '0');
    strbuf_add_text(out, places == 0 ? "0" : digits + (length > places ? length - places : 0));
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    release(digits, length + 1);
  }
  mpz_clears(rest, scaled, NULL);
  return decimal;
}

static void print_number(mpq_srcptr value, StrBuf *out)
{
  if (print_decimal(value, out)) return;
  strbuf_add_text(out, "(/ ");
  print_integer(mpq_numref(value), out);
  strbuf_add_char(out, ' ');
  print_integer(mpq_denref(value), out);
  strbuf_add_char(out, ')');
}

static void print_variable(const Property *property, uint32_t variable, StrBuf *out)
{
  if (variable < property->inputs)
    strbuf_printf(out, "X_%u", variable);
  else
    strbuf_printf(out, "Y_%u", variable - property->inputs);
}

static void print_product(const Property *property, const PropertyCoefficient *coefficient,
                          StrBuf *out)
{
  bool one = mpq_cmp_ui(coefficient->value, 1, 1) == 0;
  if (!one) {
    strbuf_add_text(out, "(* ");
    print_number(coefficient->value, out);
    strbuf_add_char(out, ' ');
  }
  print_variable(property, coefficient->variable, out);
  if (!one) strbuf_add_char(out, ')');
}

static void print_single(const Property *property, const PropertyAtom *atom, StrBuf *out)
{
  const PropertyCoefficient *coefficient = &property->coefficients.items[atom->first];
  bool lower = mpq_sgn(coefficient->value) < 0;
  strbuf_printf(out, "(%s%s ", lower ? ">" : "<", atom->strict ? "" : "=");
  print_variable(property, coefficient->variable, out);
  strbuf_add_char(out, ' ');
  mpq_t bound;
  mpq_init(bound);
  mpq_set(bound, atom->bound);
  if (lower) mpq_neg(bound, bound);
  print_number(bound, out);
  mpq_clear(bound);
  strbuf_add_char(out, ')');
}

/* x - y <= 0 as x <= y. */
static bool print_pair(const Property *property, const PropertyAtom *atom, StrBuf *out)
{
  if (atom->count != 2 || mpq_sgn(atom->bound) != 0) return false;
  const PropertyCoefficient *pair = &property->coefficients.items[atom->first];
  bool first = mpq_cmp_si(pair[0].value, 1, 1) == 0 && mpq_cmp_si(pair[1].value, -1, 1) == 0;
  bool second = mpq_cmp_si(pair[0].value, -1, 1) == 0 && mpq_cmp_si(pair[1].value, 1, 1) == 0;
  if (!first && !second) return false;
  strbuf_printf(out, "(<%s ", atom->strict ? "" : "=");
  print_variable(property, pair[second].variable, out);
  strbuf_add_char(out, ' ');
  print_variable(property, pair[first].variable, out);
  strbuf_add_char(out, ')');
  return true;
}

static void print_atom(const Property *property, const PropertyAtom *atom, StrBuf *out)
{
  if (atom->count == 1) {
    print_single(property, atom, out);
    return;
  }
  if (print_pair(property, atom, out)) return;
  strbuf_printf(out, "(<%s ", atom->strict ? "" : "=");
  if (atom->count > 1) strbuf_add_text(out, "(+");
  for (uint32_t i = 0; i < atom->count; i++) {
    strbuf_add_char(out, ' ');
    print_product(property, &property->coefficients.items[atom->first + i], out);
  }
  strbuf_add_text(out, atom->count > 1 ? ") " : "0.0 ");
  print_number(atom->bound, out);
  strbuf_add_char(out, ')');
}

/* What is still to be printed: a node, or the end of one. */
#define CLOSE UINT32_MAX

static void print_node(const Property *property, uint32_t root, StrBuf *out)
{
  U32Vec stack = {0};
  VEC_PUSH(&stack, root);
  bool blank = false;
  while (stack.count > 0) {
    uint32_t at = stack.items[--stack.count];
    if (at == CLOSE) {
      strbuf_add_char(out, ')');
      continue;
    }
    if (blank) strbuf_add_char(out, ' ');
    blank = true;
    const PropertyNode *node = &property->nodes.items[at];
    if (node->kind == PROPERTY_ATOM) {
      print_atom(property, &property->atoms.items[node->first], out);
      continue;
    }
    strbuf_add_text(out, node->kind == PROPERTY_AND ? "(and" : "(or");
    VEC_PUSH(&stack, CLOSE);
    for (uint32_t i = node->count; i > 0; i--)
      VEC_PUSH(&stack, property->arguments.items[node->first + i - 1].node);
  }
  VEC_FREE(&stack);
}

void property_print(const Property *property, StrBuf *out)
{
  print_declarations(property, out);
  for (size_t i = 0; i < property->assertions.count; i++) {
    strbuf_add_text(out, "(assert ");
    print_node(property, property->assertions.items[i], out);
    strbuf_add_text(out, ")\n");
  }
}

static void print_part(const Property *property, const PropertyPart *part, StrBuf *out)
{
  strbuf_add_text(out, "  (and (<= 0.0 1.0)");
  for (size_t i = 0; i < part->lower.count; i++) {
    const uint32_t bounds[2] = {part->lower.items[i], part->upper.items[i]};
    for (size_t side = 0; side < 2; side++) {
      if (bounds[side] == 0) continue;
      strbuf_add_char(out, ' ');
      print_atom(property, &property->atoms.items[bounds[side] - 1], out);
    }
  }
  for (size_t i = 0; i < part->rows.count; i++) {
    strbuf_add_char(out, ' ');
    print_atom(property, &property->atoms.items[part->rows.items[i]], out);
  }
  strbuf_add_text(out, ")\n");
}

void property_print_canonical(const Property *property, StrBuf *out)
{
  print_declarations(property, out);
  strbuf_add_text(out, "(assert (or\n");
  PropertyPart part = {0};
  bool any = false;
  for (uint64_t i = 0; i < property->part_count; i++) {
    property_part(property, i, &part);
    if (part.empty) continue;
    any = true;
    print_part(property, &part, out);
  }
  property_part_deinit(&part);
  if (!any) strbuf_add_text(out, "  (and (<= 1.0 0.0))\n");
  strbuf_add_text(out, "))\n");
}
