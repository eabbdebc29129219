#include "smt/value/value_term.h"

#include <assert.h>
#include <string.h>

#include "base/strbuf.h"
#include "smt/term/build.h"
#include "smt/text/literal.h"
#include "smt/text/solver_value.h"
#include "smt/value/algebraic.h"
#include "smt/value/array.h"
#include "smt/value/closure.h"
#include "smt/value/datatype.h"
#include "smt/value/map.h"
#include "smt/value/string.h"

static Term constant(Bank *bank, const char *name, Sort sort)
{
  return build(bank, name, sort, NULL, 0);
}

static Term negate(Bank *bank, Term term)
{
  return build(bank, "-", 0, &term, 1);
}

/* Numbers */

static Term integer_literal(Bank *bank, Op op, Sort sort, mpz_srcptr magnitude)
{
  assert(bank_has_op(bank, op) && bank_has_sort(bank, sort));
  assert(mpz_sgn(magnitude) >= 0);
  char *digits = mpz_get_str(NULL, 10, magnitude);
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, digits);
  if (op == OP_REAL) strbuf_add_text(&text, ".0");
  Symbol symbol = symbols_intern(&bank->symbols, text.bytes, text.length);
  strbuf_deinit(&text);
  free(digits);
  return bank_literal(bank, op, sort, symbol);
}

static Term number_to_term(Bank *bank, Op op, Sort sort, mpz_srcptr number)
{
  assert(bank_has_op(bank, op) && bank_has_sort(bank, sort));
  mpz_t magnitude;
  mpz_init(magnitude);
  mpz_abs(magnitude, number);
  Term term = integer_literal(bank, op, sort, magnitude);
  mpz_clear(magnitude);
  return mpz_sgn(number) < 0 ? negate(bank, term) : term;
}

static Term real_to_term(Bank *bank, Sort sort, Value value)
{
  assert(bank_has_sort(bank, sort));
  RatioView view;
  mpq_srcptr number = value_view_real(value, &view);
  Term numerator = number_to_term(bank, OP_REAL, sort, mpq_numref(number));
  if (mpz_cmp_ui(mpq_denref(number), 1) == 0) return numerator;
  Term parts[] = {numerator, number_to_term(bank, OP_REAL, sort, mpq_denref(number))};
  return build(bank, "/", 0, parts, 2);
}

static Term bits_to_term(Bank *bank, Sort sort, uint32_t width, mpz_srcptr number)
{
  assert(bank_has_sort(bank, sort));
  assert(width > 0);
  bool hex = width % 4 == 0;
  char *digits = mpz_get_str(NULL, hex ? 16 : 2, number);
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, hex ? "#x" : "#b");
  for (size_t i = strlen(digits); i < (hex ? width / 4 : width); i++) strbuf_add_char(&text, '0');
  strbuf_add_text(&text, digits);
  Symbol symbol = symbols_intern(&bank->symbols, text.bytes, text.length);
  strbuf_deinit(&text);
  free(digits);
  return bank_literal(bank, OP_BITVEC, sort, symbol);
}

static Sort bitvec_sort(Bank *bank, Numeral width)
{
  return sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_BITVEC], &width, NULL, 0);
}

/* A field of a floating-point number as a bit-vector, by its lowest bit and width. */
static Term float_part(Bank *bank, mpz_srcptr bits, uint32_t low, uint32_t width)
{
  assert(width > 0);
  mpz_t part;
  mpz_init(part);
  mpz_fdiv_q_2exp(part, bits, low);
  mpz_fdiv_r_2exp(part, part, width);
  Term term = bits_to_term(bank, bitvec_sort(bank, width), width, part);
  mpz_clear(part);
  return term;
}

/* The name of a special number, or NULL: exponent all ones or a zero. */
static const char *special_float(mpz_srcptr bits, uint32_t eb, uint32_t sb)
{
  bool negative = mpz_tstbit(bits, eb + sb - 1);
  mpz_t rest;
  mpz_init(rest);
  mpz_fdiv_r_2exp(rest, bits, eb + sb - 1);
  const char *name = NULL;
  if (mpz_sgn(rest) == 0) {
    name = negative ? "-zero" : "+zero";
  } else if (mpz_scan0(rest, sb - 1) == eb + sb - 1) {
    name = mpz_scan1(rest, 0) < sb - 1 ? "NaN" : negative ? "-oo" : "+oo";
  }
  mpz_clear(rest);
  return name;
}

static Term float_to_term(Bank *bank, Sort sort, Value value)
{
  assert(bank_has_sort(bank, sort));
  IntView view;
  mpz_srcptr bits = value_view(value, &view);
  Numeral format[] = {sorts_index(&bank->sorts, sort, 0), sorts_index(&bank->sorts, sort, 1)};
  uint32_t eb = format[0], sb = format[1];
  const char *special = special_float(bits, eb, sb);
  if (special) return bank_build_indexed(bank, special, format, 2, 0, NULL, 0);
  Term parts[] = {float_part(bank, bits, eb + sb - 1, 1), float_part(bank, bits, sb - 1, eb),
                  float_part(bank, bits, 0, sb - 1)};
  return build(bank, "fp", 0, parts, 3);
}

static Term algebraic_to_term(Bank *bank, Sort sort, Value value)
{
  assert(bank_has_sort(bank, sort));
  StrBuf text;
  strbuf_init(&text, 0);
  algebraic_write(value, &text);
  Symbol name = symbols_intern(&bank->symbols, text.bytes, text.length);
  strbuf_deinit(&text);
  Fun fun = answer_value_fun(bank, name, sort);
  return bank_term(bank, bank_apply_operator(bank, fun, NULL, 0, 0), sort, NULL, 0);
}

static Term string_to_term(Bank *bank, Sort sort, Value value)
{
  StrBuf text;
  strbuf_init(&text, 0);
  string_to_literal(value, &text);
  Symbol symbol = symbols_intern(&bank->symbols, strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return bank_literal(bank, OP_STRING, sort, symbol);
}

static Term rounding_to_term(Bank *bank, Sort sort, Value value)
{
  assert(value.word <= ROUND_RTZ);
  static const char *const names[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  return constant(bank, names[value.word], sort);
}

/* A value without parts. */
static Term leaf_to_term(Bank *bank, Sort sort, Value value)
{
  IntView view;
  Numeral code = (Numeral)value.word;
  switch ((ValueKind)value.kind) {
  case VALUE_BOOL: return constant(bank, value.word ? "true" : "false", sort);
  case VALUE_INT: return number_to_term(bank, OP_INTEGER, sort, value_view(value, &view));
  case VALUE_REAL: return real_to_term(bank, sort, value);
  case VALUE_ALGEBRAIC: return algebraic_to_term(bank, sort, value);
  case VALUE_BITVEC: return bits_to_term(bank, sort, value.tag, value_view(value, &view));
  case VALUE_FIELD: return integer_literal(bank, OP_FIELD, sort, value_view(value, &view));
  case VALUE_FLOAT: return float_to_term(bank, sort, value);
  case VALUE_ROUNDING: return rounding_to_term(bank, sort, value);
  case VALUE_CHAR: return bank_build_indexed(bank, "Char", &code, 1, 0, NULL, 0);
  case VALUE_STRING: return string_to_term(bank, sort, value);
  case VALUE_ABSTRACT: return (Term)value.word;
  case VALUE_FUNCTION: return value.closure->capture_count == 0 ? value.closure->binder : 0;
  default: return 0;
  }
}

/* Values with parts */

typedef struct {
  Value value;
  Sort sort;
} Part;

/* A value on the way to its term: its parts are in Converter.parts, their terms in .terms. */
typedef struct {
  Value value;
  Sort sort;
  size_t first, next, end; /* in parts */
  size_t terms;            /* number of terms when it was started */
} ValueFrame;

typedef struct {
  Bank *bank;
  VEC(ValueFrame) stack;
  VEC(Part) parts;
  U32Vec terms;
  uint64_t visits;
  bool failed;
} Converter;

/* Values may share their parts, so that written out they are far larger than they are. */
enum { VISITS_MAX = 20000000 };

static void push_part(Converter *converter, Value value, Sort sort)
{
  VEC_PUSH(&converter->parts, ((Part){value, sort}));
}

/* Numbers by magnitude, for the eye; anything else as value_compare has it. */
static int compare_for_print(const void *a, const void *b)
{
  Value x = (*(const MapNode *const *)a)->key, y = (*(const MapNode *const *)b)->key;
  IntView view_x, view_y;
  RatioView ratio_x, ratio_y;
  switch ((ValueKind)x.kind) {
  case VALUE_INT:
  case VALUE_BITVEC:
  case VALUE_FIELD: return mpz_cmp(value_view(x, &view_x), value_view(y, &view_y));
  case VALUE_REAL:
    if (y.kind == VALUE_REAL)
      return mpq_cmp(value_view_real(x, &ratio_x), value_view_real(y, &ratio_y));
    return value_compare(x, y);
  case VALUE_ABSTRACT: return (x.word > y.word) - (x.word < y.word);
  default: return value_compare(x, y);
  }
}

static void push_entries(Converter *converter, const MapNode *map, Sort key, Sort value)
{
  VEC(const MapNode *) nodes = {0};
  MapCursor cursor;
  map_start(&cursor, map);
  for (const MapNode *node; (node = map_next(&cursor));) VEC_PUSH(&nodes, node);
  map_stop(&cursor);
  if (nodes.count) qsort(nodes.items, nodes.count, sizeof nodes.items[0], compare_for_print);
  for (size_t i = 0; i < nodes.count; i++) {
    push_part(converter, nodes.items[i]->key, key);
    if (value) push_part(converter, nodes.items[i]->value, value);
  }
  VEC_FREE(&nodes);
}

static void push_list(Converter *converter, Value value, Sort sort)
{
  Bank *bank = converter->bank;
  for (uint32_t i = 0; i < value.list->length; i++) {
    Sort part = value.kind == VALUE_SEQ     ? sorts_arg(&bank->sorts, sort, 0)
                : value.kind == VALUE_TUPLE ? sorts_arg(&bank->sorts, sort, i)
                                            : datatype_field_sort(bank, value.tag, sort, i);
    push_part(converter, value.list->items[i], part);
  }
}

/* False if the value has no parts. */
static bool push_parts(Converter *converter, Value value, Sort sort)
{
  const SortTable *sorts = &converter->bank->sorts;
  switch ((ValueKind)value.kind) {
  case VALUE_SEQ:
  case VALUE_TUPLE:
  case VALUE_DATATYPE: push_list(converter, value, sort); return true;
  case VALUE_ARRAY:
    push_part(converter, value.array->otherwise, sorts_arg(sorts, sort, 1));
    push_entries(converter, value.array->changes, sorts_arg(sorts, sort, 0),
                 sorts_arg(sorts, sort, 1));
    return true;
  case VALUE_SET: push_entries(converter, value.map, sorts_arg(sorts, sort, 0), 0); return true;
  case VALUE_BAG:
    push_entries(converter, value.map, sorts_arg(sorts, sort, 0), converter->bank->int_sort);
    return true;
  default: return false;
  }
}

static Term join_array(Bank *bank, Sort sort, const Term *parts, size_t count)
{
  assert(count % 2 == 1);
  Term array = build(bank, "const", sort, parts, 1);
  for (size_t i = 1; array && i + 1 < count; i += 2) {
    Term args[] = {array, parts[i], parts[i + 1]};
    array = build(bank, "store", 0, args, 3);
  }
  return array;
}

/* Joins parts with a binary operator; `empty` is the constant for none of them. */
static Term join(Bank *bank, Sort sort, const char *empty, const char *unit, uint32_t unit_arity,
                 const char *append, const Term *parts, size_t count)
{
  assert(count % unit_arity == 0);
  if (count == 0) return constant(bank, empty, sort);
  Term all = 0;
  for (size_t i = 0; i < count; i += unit_arity) {
    Term one = build(bank, unit, 0, parts + i, unit_arity);
    Term both[] = {all, one};
    all = all ? build(bank, append, 0, both, 2) : one;
  }
  return all;
}

static Term construct(Bank *bank, Sort sort, Value value, const Term *parts, size_t count)
{
  assert(funs_info(&bank->funs, value.tag)->arity == count);
  Fun fun = value.tag;
  bool needs_as = funs_info(&bank->funs, fun)->needs_as;
  Op op = bank_apply_operator(bank, fun, NULL, 0, needs_as ? sort : 0);
  return bank_term(bank, op, sort, parts, (uint32_t)count);
}

static Term join_parts(Bank *bank, Sort sort, Value value, const Term *parts, size_t count)
{
  switch ((ValueKind)value.kind) {
  case VALUE_DATATYPE: return construct(bank, sort, value, parts, count);
  case VALUE_TUPLE:
    return count ? build(bank, "tuple", 0, parts, (uint32_t)count)
                 : constant(bank, "tuple.unit", sort);
  case VALUE_ARRAY: return join_array(bank, sort, parts, count);
  case VALUE_SEQ: return join(bank, sort, "seq.empty", "seq.unit", 1, "seq.++", parts, count);
  case VALUE_SET:
    return join(bank, sort, "set.empty", "set.singleton", 1, "set.union", parts, count);
  default: return join(bank, sort, "bag.empty", "bag", 2, "bag.union_disjoint", parts, count);
  }
}

static void add_term(Converter *converter, Term term)
{
  if (!term) converter->failed = true;
  VEC_PUSH(&converter->terms, term);
}

static void visit(Converter *converter, Value value, Sort sort)
{
  size_t first = converter->parts.count;
  if (++converter->visits > VISITS_MAX) converter->failed = true;
  if (!push_parts(converter, value, sort)) {
    add_term(converter, leaf_to_term(converter->bank, sort, value));
    return;
  }
  VEC_PUSH(&converter->stack, ((ValueFrame){value, sort, first, first, converter->parts.count,
                                            converter->terms.count}));
}

Term value_to_term(Bank *bank, Sort sort, Value value)
{
  assert(bank_has_sort(bank, sort));
  Converter converter = {.bank = bank};
  visit(&converter, value, sort);
  while (converter.stack.count > 0 && !converter.failed) {
    ValueFrame *top = &converter.stack.items[converter.stack.count - 1];
    if (top->next < top->end) {
      Part part = converter.parts.items[top->next++];
      visit(&converter, part.value, part.sort);
      continue;
    }
    ValueFrame done = *top;
    converter.stack.count--;
    converter.parts.count = done.first;
    size_t count = converter.terms.count - done.terms;
    const Term *terms = count ? converter.terms.items + done.terms : NULL;
    Term term = join_parts(bank, done.sort, done.value, terms, count);
    converter.terms.count = done.terms;
    add_term(&converter, term);
  }
  Term term = converter.failed ? 0 : converter.terms.items[0];
  VEC_FREE(&converter.stack);
  VEC_FREE(&converter.parts);
  VEC_FREE(&converter.terms);
  return term;
}
