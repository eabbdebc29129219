/* Algebraic numbers as solvers write them: a polynomial, and which of its real roots it is. */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "smt/value/algebraic_object.h"

/* The first thing that goes wrong is kept in `reason`, and nothing is read any more. */
typedef struct {
  const char *at, *end;
  Reason reason;
  fmpz_poly_t polynomial;
} Reader;

/* More digits than a coefficient within the limits can have. */
enum { MOST_DIGITS = ALGEBRAIC_SIZE / 3 };

static void fail(Reader *reader, Reason reason)
{
  if (reader->reason == REASON_NONE) reader->reason = reason;
  reader->at = reader->end;
}

static bool skip_blank(Reader *reader)
{
  while (reader->at < reader->end && *reader->at == ' ') reader->at++;
  return reader->at < reader->end;
}

/* Skips the word if it comes next. */
static bool take(Reader *reader, const char *word)
{
  size_t length = strlen(word);
  skip_blank(reader);
  if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
    return false;
  reader->at += length;
  return true;
}

static void expect(Reader *reader, const char *word)
{
  if (!take(reader, word)) fail(reader, REASON_MALFORMED_VALUE);
}

static bool at_digit(Reader *reader)
{
  return skip_blank(reader) && *reader->at >= '0' && *reader->at <= '9';
}

static void read_natural(Reader *reader, fmpz_t number)
{
  skip_blank(reader);
  const char *start = reader->at;
  while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') reader->at++;
  size_t length = (size_t)(reader->at - start);
  fmpz_zero(number);
  if (length == 0) {
    fail(reader, REASON_MALFORMED_VALUE);
  } else if (length > MOST_DIGITS) {
    fail(reader, REASON_ALGEBRAIC);
  } else {
    char *digits = mem_copy_string(start, length);
    fmpz_set_str(number, digits, 10);
    free(digits);
  }
}

static void add_monomial(Reader *reader, const fmpz_t coefficient, const fmpz_t exponent)
{
  if (fmpz_cmp_ui(exponent, ALGEBRAIC_DEGREE) > 0) fail(reader, REASON_ALGEBRAIC);
  if (reader->reason) return;
  slong at = fmpz_get_si(exponent);
  fmpz_t sum;
  fmpz_init(sum);
  fmpz_poly_get_coeff_fmpz(sum, reader->polynomial, at);
  fmpz_add(sum, sum, coefficient);
  fmpz_poly_set_coeff_fmpz(reader->polynomial, at, sum);
  fmpz_clear(sum);
}

/* z3: (root-obj (+ (* 3 (^ x 2)) (* (- 1) x) (- 2)) 1) */

static void read_z3_integer(Reader *reader, fmpz_t number)
{
  bool negative = take(reader, "(- ");
  read_natural(reader, number);
  if (!negative) return;
  fmpz_neg(number, number);
  expect(reader, ")");
}

static void read_z3_power(Reader *reader, fmpz_t exponent)
{
  if (take(reader, "x")) {
    fmpz_one(exponent);
    return;
  }
  expect(reader, "(^ x ");
  read_natural(reader, exponent);
  expect(reader, ")");
}

static void read_z3_monomial(Reader *reader)
{
  fmpz_t coefficient, exponent;
  fmpz_init_set_ui(coefficient, 1);
  fmpz_init(exponent);
  if (take(reader, "(* ")) {
    read_z3_integer(reader, coefficient);
    read_z3_power(reader, exponent);
    expect(reader, ")");
  } else if (at_digit(reader) || (reader->end - reader->at > 1 && reader->at[1] == '-')) {
    read_z3_integer(reader, coefficient);
  } else {
    read_z3_power(reader, exponent);
  }
  add_monomial(reader, coefficient, exponent);
  fmpz_clear(coefficient);
  fmpz_clear(exponent);
}

static void read_z3_polynomial(Reader *reader)
{
  if (!take(reader, "(+ ")) {
    read_z3_monomial(reader);
    return;
  }
  while (reader->reason == REASON_NONE && !take(reader, ")")) read_z3_monomial(reader);
}

/* cvc5: (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>), the form of its library libpoly. Some
 * versions have another pair of parentheses inside. */

static void read_cvc5_integer(Reader *reader, fmpz_t number)
{
  bool negative = take(reader, "-");
  read_natural(reader, number);
  if (negative) fmpz_neg(number, number);
}

/* 2*x^3, 2*x, (-2*x^3), (-2)*x^3, (-2), x^3 */
static void read_cvc5_monomial(Reader *reader)
{
  fmpz_t coefficient, exponent;
  fmpz_init_set_ui(coefficient, 1);
  fmpz_init(exponent);
  bool open = take(reader, "(");
  bool power = take(reader, "x");
  if (!power) {
    read_cvc5_integer(reader, coefficient);
    if (open && take(reader, ")")) open = false;
    power = take(reader, "*");
    if (power) expect(reader, "x");
  }
  if (power) fmpz_one(exponent);
  if (power && take(reader, "^")) read_natural(reader, exponent);
  if (open) expect(reader, ")");
  add_monomial(reader, coefficient, exponent);
  fmpz_clear(coefficient);
  fmpz_clear(exponent);
}

static void read_cvc5_polynomial(Reader *reader)
{
  do read_cvc5_monomial(reader);
  while (take(reader, "+"));
}

static void read_cvc5_rational(Reader *reader, fmpq_t number)
{
  read_cvc5_integer(reader, fmpq_numref(number));
  fmpz_one(fmpq_denref(number));
  if (take(reader, "/")) read_natural(reader, fmpq_denref(number));
  if (fmpz_is_zero(fmpq_denref(number))) {
    fmpz_one(fmpq_denref(number));
    fail(reader, REASON_MALFORMED_VALUE);
  }
  fmpq_canonicalise(number);
}

typedef struct {
  fmpq_t low, high;
  bool low_open, high_open;
} Interval;

/* (1, 2), [1, 2), [1] */
static void read_cvc5_interval(Reader *reader, Interval *interval)
{
  interval->low_open = take(reader, "(");
  if (!interval->low_open) expect(reader, "[");
  read_cvc5_rational(reader, interval->low);
  if (take(reader, ","))
    read_cvc5_rational(reader, interval->high);
  else
    fmpq_set(interval->high, interval->low);
  interval->high_open = take(reader, ")");
  if (!interval->high_open) expect(reader, "]");
}

/* Roots */

typedef struct {
  qqbar_ptr items;
  slong count, room;
} Roots;

static void swap_into_place(Roots *roots, slong i)
{
  for (; i > 0 && qqbar_cmp_re(roots->items + i, roots->items + i - 1) < 0; i--)
    qqbar_swap(roots->items + i, roots->items + i - 1);
}

/* The different real roots in ascending order. */
static Roots real_roots(const fmpz_poly_t polynomial)
{
  assert(fmpz_poly_degree(polynomial) > 0);
  fmpz_poly_t derivative, common, simple;
  fmpz_poly_init(derivative);
  fmpz_poly_init(common);
  fmpz_poly_init(simple);
  fmpz_poly_derivative(derivative, polynomial);
  fmpz_poly_gcd(common, polynomial, derivative);
  fmpz_poly_div(simple, polynomial, common);
  slong degree = fmpz_poly_degree(simple);
  Roots roots = {_qqbar_vec_init(degree), 0, degree};
  qqbar_roots_fmpz_poly(roots.items, simple, QQBAR_ROOTS_UNSORTED);
  for (slong i = 0; i < degree; i++) {
    if (!qqbar_is_real(roots.items + i)) continue;
    qqbar_swap(roots.items + i, roots.items + roots.count);
    swap_into_place(&roots, roots.count++);
  }
  assert(roots.count <= roots.room);
  fmpz_poly_clear(derivative);
  fmpz_poly_clear(common);
  fmpz_poly_clear(simple);
  return roots;
}

/* The value of one of the roots, or MALFORMED if there is no such root. Clears the roots. */
static Value take_root(Eval *eval, Roots *roots, slong index, Term term)
{
  Value value = value_unknown(REASON_MALFORMED_VALUE, term);
  if (index >= 0 && index < roots->count) {
    qqbar_t number;
    qqbar_init(number);
    qqbar_swap(number, roots->items + index);
    value = algebraic_value(eval, number, term);
  }
  _qqbar_vec_clear(roots->items, roots->room);
  return value;
}

static int compare_rational(const qqbar_t number, const fmpq_t rational)
{
  qqbar_t other;
  qqbar_init(other);
  qqbar_set_fmpq(other, rational);
  int sign = qqbar_cmp_re(number, other);
  qqbar_clear(other);
  return sign;
}

/* The position of the only root in the interval, or -1. */
static slong root_within(const Roots *roots, const Interval *interval)
{
  slong found = -1;
  for (slong i = 0; i < roots->count; i++) {
    int low = compare_rational(roots->items + i, interval->low);
    int high = compare_rational(roots->items + i, interval->high);
    if (low < 0 || high > 0 || (low == 0 && interval->low_open) ||
        (high == 0 && interval->high_open))
      continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

/* Is the polynomial one whose roots can be found soon? */
static void check_polynomial(Reader *reader, Eval *eval)
{
  slong degree = fmpz_poly_degree(reader->polynomial);
  slong bits = fmpz_poly_max_bits(reader->polynomial);
  if (bits < 0) bits = -bits;
  if (degree < 1)
    fail(reader, REASON_MALFORMED_VALUE);
  else if (degree * bits > ALGEBRAIC_SIZE ||
           !algebraic_allow(eval, (uint64_t)degree, (uint64_t)bits))
    fail(reader, REASON_ALGEBRAIC);
}

static void expect_end(Reader *reader)
{
  if (skip_blank(reader)) fail(reader, REASON_MALFORMED_VALUE);
}

static Value read_z3(Reader *reader, Eval *eval, Term term)
{
  fmpz_t index;
  fmpz_init(index);
  read_z3_polynomial(reader);
  read_natural(reader, index);
  expect(reader, ")");
  expect_end(reader);
  slong position = fmpz_abs_fits_ui(index) ? fmpz_get_si(index) - 1 : -1;
  fmpz_clear(index);
  if (reader->reason == REASON_NONE) check_polynomial(reader, eval);
  if (reader->reason) return value_unknown(reader->reason, term);
  Roots roots = real_roots(reader->polynomial);
  return take_root(eval, &roots, position, term);
}

static Value read_cvc5(Reader *reader, Eval *eval, Term term)
{
  Interval interval;
  fmpq_init(interval.low);
  fmpq_init(interval.high);
  bool inner = take(reader, "(");
  expect(reader, "<");
  read_cvc5_polynomial(reader);
  expect(reader, ",");
  read_cvc5_interval(reader, &interval);
  expect(reader, ">");
  expect(reader, inner ? "))" : ")");
  expect_end(reader);
  if (reader->reason == REASON_NONE) check_polynomial(reader, eval);
  Value value = value_unknown(reader->reason, term);
  if (reader->reason == REASON_NONE) {
    Roots roots = real_roots(reader->polynomial);
    value = take_root(eval, &roots, root_within(&roots, &interval), term);
  }
  fmpq_clear(interval.low);
  fmpq_clear(interval.high);
  return value;
}

Value algebraic_read(Eval *eval, const char *text, size_t length, Term term)
{
  assert(text || length == 0);
  Reader reader = {.at = text, .end = text + length};
  fmpz_poly_init(reader.polynomial);
  Value value;
  if (take(&reader, "(root-obj "))
    value = read_z3(&reader, eval, term);
  else if (take(&reader, "(_ real_algebraic_number "))
    value = read_cvc5(&reader, eval, term);
  else
    value = value_unknown(REASON_MALFORMED_VALUE, term);
  fmpz_poly_clear(reader.polynomial);
  return value;
}
