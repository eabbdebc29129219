#include "solve/verify/witness.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "nn/bound/exact.h"

void witness_deinit(Witness *witness)
{
  for (uint32_t i = 0; i < witness->input_count; i++) mpq_clear(witness->inputs[i]);
  free(witness->inputs);
  free(witness->outputs);
  *witness = (Witness){0};
}

double witness_input(const Witness *witness, uint32_t index)
{
  assert(index < witness->input_count);
  mpq_srcptr exact = witness->inputs[index];
  double inner = mpq_get_d(exact), outer = nextafter(inner, mpq_sgn(exact) * INFINITY);
  mpq_t below, above;
  mpq_inits(below, above, NULL);
  mpq_set_d(below, inner);
  bool nearer = false;
  if (!mpq_equal(below, exact) && isfinite(outer)) {
    mpq_set_d(above, outer);
    mpq_sub(above, above, exact);
    mpq_sub(below, exact, below);
    mpq_abs(above, above);
    mpq_abs(below, below);
    nearer = mpq_cmp(above, below) < 0;
  }
  mpq_clears(below, above, NULL);
  return nearer ? outer : inner;
}

/* Moves a value to the nearest bound that it is beyond. */
static void clamp(const Property *property, const PropertyPart *part, uint32_t i, mpq_t value)
{
  mpq_t bound;
  mpq_init(bound);
  if (part->lower.items[i]) {
    mpq_neg(bound, property->atoms.items[part->lower.items[i] - 1].bound);
    if (mpq_cmp(value, bound) < 0) mpq_set(value, bound);
  }
  if (part->upper.items[i]) {
    mpq_set(bound, property->atoms.items[part->upper.items[i] - 1].bound);
    if (mpq_cmp(value, bound) > 0) mpq_set(value, bound);
  }
  mpq_clear(bound);
}

/* Does the atom hold for certain? */
static bool atom_holds(const Property *property, const PropertyAtom *atom, arb_srcptr values)
{
  arb_t sum, coefficient;
  arb_init(sum);
  arb_init(coefficient);
  for (uint32_t i = 0; i < atom->count; i++) {
    const PropertyCoefficient *term = &property->coefficients.items[atom->first + i];
    net_set_rational(coefficient, term->value);
    arb_addmul(sum, coefficient, values + term->variable, EXACT_PRECISION);
  }
  net_set_rational(coefficient, atom->bound);
  bool holds = atom->strict ? arb_lt(sum, coefficient) : arb_le(sum, coefficient);
  arb_clear(sum);
  arb_clear(coefficient);
  return holds;
}

/* Inputs are rational, so their bounds are compared as such; the rest with balls. */
static bool part_holds(const Property *property, const PropertyPart *part, mpq_t *inputs,
                       arb_srcptr values)
{
  uint32_t variables = property->inputs + property->outputs;
  for (uint32_t i = 0; i < variables; i++) {
    const uint32_t bounds[2] = {part->lower.items[i], part->upper.items[i]};
    for (size_t side = 0; side < 2; side++) {
      if (bounds[side] == 0) continue;
      const PropertyAtom *atom = &property->atoms.items[bounds[side] - 1];
      bool holds = i < property->inputs ? property_atom_holds(property, atom, inputs)
                                        : atom_holds(property, atom, values);
      if (!holds) return false;
    }
  }
  for (size_t i = 0; i < part->rows.count; i++)
    if (!atom_holds(property, &property->atoms.items[part->rows.items[i]], values)) return false;
  return true;
}

static bool holds_in_floats(const Problem *problem, const Disjunct *disjunct,
                            const Witness *witness)
{
  NetRun run;
  net_run_init(&run, problem->net);
  double *x = mem_alloc(problem_inputs(problem), sizeof *x);
  for (uint32_t i = 0; i < problem_inputs(problem); i++) x[i] = witness_input(witness, i);
  const double *y = net_evaluate_float(problem->net, &run, x);
  bool holds = true;
  for (size_t row = disjunct->first; row < disjunct->first + disjunct->count && holds; row++) {
    size_t worst;
    double excess =
        problem_excess(problem, &(Disjunct){.first = (uint32_t)row, .count = 1}, x, y, &worst);
    double size = fabs(problem->bounds.items[row]);
    for (uint32_t i = 0; i < problem_outputs(problem); i++)
      size = fmax(size, fabs(problem_row(problem, row)[i] * y[i]));
    holds = excess <= WITNESS_FLOAT_TOLERANCE * (1 + size);
  }
  free(x);
  net_run_deinit(&run);
  return holds;
}

static bool validate(Witness *witness, const Problem *problem, const Disjunct *disjunct,
                     const PropertyPart *part)
{
  const Property *property = problem->property;
  arb_ptr values = _arb_vec_init(property->inputs + property->outputs);
  for (uint32_t i = 0; i < property->inputs; i++) net_set_rational(values + i, witness->inputs[i]);
  net_evaluate_exactly(problem->net, witness->inputs, values + property->inputs);
  bool valid = part_holds(property, part, witness->inputs, values);
  for (uint32_t i = 0; i < property->outputs; i++)
    witness->outputs[i] = arf_get_d(arb_midref(values + property->inputs + i), ARF_RND_NEAR);
  _arb_vec_clear(values, property->inputs + property->outputs);
  return valid && holds_in_floats(problem, disjunct, witness);
}

/* A float within the box if there is one next to x. */
static double nearest_float(double x, double lower, double upper)
{
  float near = (float)x;
  if ((double)near < lower) near = nextafterf(near, INFINITY);
  if ((double)near > upper) near = nextafterf(near, -INFINITY);
  return (double)near;
}

static void witness_init(Witness *witness, const Problem *problem, const Disjunct *disjunct)
{
  uint32_t inputs = problem_inputs(problem);
  *witness = (Witness){
      .input_count = inputs, .output_count = problem_outputs(problem), .part = disjunct->part};
  witness->inputs = mem_alloc(inputs, sizeof(mpq_t));
  witness->outputs = mem_alloc(witness->output_count, sizeof(double));
  for (uint32_t i = 0; i < inputs; i++) mpq_init(witness->inputs[i]);
}

bool witness_validate(Witness *witness, const Problem *problem, const Disjunct *disjunct,
                      const double *x)
{
  PropertyPart part = {0};
  property_part(problem->property, disjunct->part, &part);
  witness_init(witness, problem, disjunct);
  bool valid = false;
  /* Floats first: that is what a runtime takes. */
  for (int exact = 0; exact < 2 && !valid; exact++) {
    for (uint32_t i = 0; i < witness->input_count; i++) {
      mpq_set_d(witness->inputs[i],
                exact ? x[i] : nearest_float(x[i], problem->lower[i], problem->upper[i]));
      clamp(problem->property, &part, i, witness->inputs[i]);
    }
    valid = validate(witness, problem, disjunct, &part);
  }
  property_part_deinit(&part);
  if (!valid) witness_deinit(witness);
  return valid;
}

/* With rationals, in which equality can be told. */
static bool validate_rational(Witness *witness, const Problem *problem, const Disjunct *disjunct)
{
  const Property *property = problem->property;
  uint32_t inputs = property->inputs, count = inputs + property->outputs;
  mpq_t *values = mem_alloc(count, sizeof *values);
  for (uint32_t i = 0; i < count; i++) mpq_init(values[i]);
  for (uint32_t i = 0; i < inputs; i++) mpq_set(values[i], witness->inputs[i]);
  bool valid = net_evaluate_rational(problem->net, witness->inputs, values + inputs);
  PropertyPart part = {0};
  property_part(property, disjunct->part, &part);
  valid = valid && property_part_holds(property, &part, values);
  for (uint32_t i = 0; i < property->outputs; i++)
    witness->outputs[i] = mpq_get_d(values[inputs + i]);
  property_part_deinit(&part);
  for (uint32_t i = 0; i < count; i++) mpq_clear(values[i]);
  free(values);
  return valid && holds_in_floats(problem, disjunct, witness);
}

bool witness_validate_exact(Witness *witness, const Problem *problem, const Disjunct *disjunct,
                            mpq_t *x)
{
  uint32_t inputs = problem_inputs(problem);
  double *near = mem_alloc(inputs, sizeof *near);
  for (uint32_t i = 0; i < inputs; i++) near[i] = mpq_get_d(x[i]);
  bool valid = witness_validate(witness, problem, disjunct, near);
  free(near);
  if (valid) return true;
  witness_init(witness, problem, disjunct);
  for (uint32_t i = 0; i < inputs; i++) mpq_set(witness->inputs[i], x[i]);
  valid = validate_rational(witness, problem, disjunct);
  if (!valid) witness_deinit(witness);
  return valid;
}

/* An exact decimal, without an exponent where that is short; false if the number has none. */
static bool print_decimal(const mpq_t value, StrBuf *out)
{
  enum { PLACES_MAX = 60 };
  mpz_t rest, digits, factor;
  mpz_inits(rest, digits, factor, NULL);
  mpz_set_ui(factor, 5);
  mp_bitcnt_t fives = mpz_remove(rest, mpq_denref(value), factor), twos = mpz_scan1(rest, 0);
  mpz_tdiv_q_2exp(rest, rest, twos);
  bool decimal = mpz_cmp_ui(rest, 1) == 0;
  if (decimal) {
    size_t places = twos > fives ? twos : fives;
    mpz_ui_pow_ui(factor, 10, places);
    mpz_mul(digits, mpq_numref(value), factor);
    mpz_divexact(digits, digits, mpq_denref(value));
    if (mpz_sgn(digits) < 0) strbuf_add_char(out, '-');
    mpz_abs(digits, digits);
    char *text = mpz_get_str(NULL, 10, digits);
    size_t length = strlen(text);
    if (places > PLACES_MAX) {
      strbuf_printf(out, "%se-%zu", text, places);
    } else {
      size_t whole = length > places ? length - places : 0;
      strbuf_add(out, whole ? text : "0", whole ? whole : 1);
      if (places > 0) strbuf_add_char(out, '.');
      for (size_t i = length - whole; i < places; i++) strbuf_add_char(out, '0');
      strbuf_add(out, text + whole, length - whole);
    }
    free(text);
  }
  mpz_clears(rest, digits, factor, NULL);
  return decimal;
}

/* Seventeen digits tell any two doubles apart. */
void witness_print(const Witness *witness, StrBuf *out)
{
  strbuf_add_char(out, '(');
  for (uint32_t i = 0; i < witness->input_count; i++) {
    strbuf_printf(out, "%s(X_%u ", i ? " " : "", i);
    if (!print_decimal(witness->inputs[i], out))
      strbuf_printf(out, "%.17g", witness_input(witness, i));
    strbuf_add_text(out, ")\n");
  }
  for (uint32_t i = 0; i < witness->output_count; i++)
    strbuf_printf(out, " (Y_%u %.17g)%s", i, witness->outputs[i],
                  i + 1 < witness->output_count ? "\n" : ")\n");
}
