#include "language/nn/check.h"

#include <assert.h>
#include <math.h>

#include "language/nn/tolerance.h"
#include "nn/bound/exact.h"
#include "nn/infer/infer.h"

/* So many parts of a property are looked at. */
enum { PARTS_MAX = 1 << 16 };

/* Values by variable, each off by at most its error. */
typedef struct {
  double *values, *errors;
} Point;

/* By how much an atom is missed at most, relative to its size; at most 0: it holds. */
static double atom_excess(const Property *property, const PropertyAtom *atom, const Point *point,
                          double sign)
{
  double bound = mpq_get_d(atom->bound), sum = -bound, size = fabs(bound);
  for (uint32_t i = 0; i < atom->count; i++) {
    const PropertyCoefficient *term = &property->coefficients.items[atom->first + i];
    double factor = mpq_get_d(term->value), product = factor * point->values[term->variable];
    sum += product + sign * fabs(factor) * point->errors[term->variable];
    size = fmax(size, fabs(product));
  }
  return isfinite(sum) ? sum / (1 + size) : INFINITY;
}

/* The atom of a part that is missed most. */
static double part_excess(const Property *property, const PropertyPart *part, const Point *point,
                          double sign, uint32_t *worst)
{
  double most = part->empty ? INFINITY : -INFINITY;
  for (uint32_t i = 0; i < property->inputs + property->outputs + part->rows.count; i++) {
    uint32_t variables = property->inputs + property->outputs;
    uint32_t atoms[2] = {0};
    if (i < variables) {
      atoms[0] = part->lower.items[i];
      atoms[1] = part->upper.items[i];
    } else {
      atoms[0] = part->rows.items[i - variables] + 1;
    }
    for (size_t side = 0; side < 2; side++) {
      if (atoms[side] == 0) continue;
      double excess = atom_excess(property, &property->atoms.items[atoms[side] - 1], point, sign);
      if (excess <= most) continue;
      most = excess;
      *worst = atoms[side] - 1;
    }
  }
  return most;
}

/* Of the part that is missed least. */
static double property_excess(const Property *property, const Point *point, double sign,
                              uint32_t *worst)
{
  double least = INFINITY;
  PropertyPart part = {0};
  for (uint64_t i = 0; i < property->part_count && i < PARTS_MAX; i++) {
    uint32_t atom = UINT32_MAX;
    property_part(property, i, &part);
    double excess = part_excess(property, &part, point, sign, &atom);
    if (excess >= least) continue;
    least = excess;
    *worst = atom;
  }
  property_part_deinit(&part);
  return least;
}

/* --- the network at the point --- */

/* In floats. `side`: -1 or 1 takes the next float below or above each input. */
static bool infer_point(const NnModel *model, const Assignment *witness, int side, Point *point)
{
  const Property *property = &model->property;
  Tensor x, y;
  Error error;
  tensor_init(&x, graph_value(&model->graph, model->graph.inputs.items[0])->shape);
  assert(x.count == property->inputs);
  for (uint32_t i = 0; i < property->inputs; i++) {
    float near = (float)mpq_get_d(witness->values[i]);
    if (side) near = nextafterf(near, (float)side * INFINITY);
    tensor_set_double(&x, i, (double)near);
    point->values[i] = tensor_get_double(&x, i);
  }
  bool good = infer_run(&model->graph, &x, &y, &error) == STATUS_OK;
  if (good) {
    for (uint32_t i = 0; i < property->outputs; i++)
      point->values[property->inputs + i] = tensor_get_double(&y, i);
    tensor_deinit(&y);
  }
  tensor_deinit(&x);
  return good;
}

/* Is the property missed beside the point, too? Where a network that is only computed in floats jumps, a counterexample of more
 * digits than floats have is on the other side. */
static bool misses_beside(const NnModel *model, const Assignment *witness, Point *point)
{
  uint32_t worst;
  for (int side = -1; side <= 1; side += 2)
    if (!infer_point(model, witness, side, point) ||
        property_excess(&model->property, point, 0, &worst) <= NN_TOLERANCE)
      return false;
  return true;
}

/* With balls. The radii cover the rounding to doubles, too. */
static void evaluate_point(const NnModel *model, const Assignment *witness, Point *point)
{
  const Property *property = &model->property;
  arb_ptr outputs = _arb_vec_init(property->outputs);
  net_evaluate_exactly(&model->net, witness->values, outputs);
  for (uint32_t i = 0; i < property->inputs; i++) {
    point->values[i] = mpq_get_d(witness->values[i]);
    point->errors[i] = 0x1p-50 * fabs(point->values[i]);
  }
  for (uint32_t i = 0; i < property->outputs; i++) {
    double value = arf_get_d(arb_midref(outputs + i), ARF_RND_NEAR);
    point->values[property->inputs + i] = value;
    point->errors[property->inputs + i] =
        mag_get_d(arb_radref(outputs + i)) * (1 + 0x1p-20) + 0x1p-50 * fabs(value);
  }
  _arb_vec_clear(outputs, property->outputs);
}

/* Does it hold in real arithmetic, for certain? */
static bool holds_exactly(const NnModel *model, const Assignment *witness, const Point *exact)
{
  const Property *property = &model->property;
  uint32_t count = property->inputs + property->outputs, worst;
  mpq_t *values = mem_alloc(count + 1, sizeof *values);
  for (uint32_t i = 0; i < count; i++) mpq_init(values[i]);
  for (uint32_t i = 0; i < property->inputs; i++) mpq_set(values[i], witness->values[i]);
  bool holds;
  if (net_evaluate_rational(&model->net, witness->values, values + property->inputs))
    holds = property_holds(property, values);
  else
    holds = property_excess(property, exact, 1, &worst) < -0x1p-40;
  for (uint32_t i = 0; i < count; i++) mpq_clear(values[i]);
  free(values);
  return holds;
}

static void describe(const Property *property, uint32_t atom, const Point *point, StrBuf *why)
{
  if (atom == UINT32_MAX) {
    strbuf_add_text(why, "no part of the property can hold");
    return;
  }
  const PropertyAtom *missed = &property->atoms.items[atom];
  for (uint32_t i = 0; i < missed->count; i++) {
    const PropertyCoefficient *term = &property->coefficients.items[missed->first + i];
    bool input = term->variable < property->inputs;
    double factor = mpq_get_d(term->value);
    strbuf_printf(why, "%s%.17g %c_%u", i ? " + " : "", factor, input ? 'X' : 'Y',
                  input ? term->variable : term->variable - property->inputs);
    strbuf_printf(why, " (%.9g)", point->values[term->variable]);
  }
  strbuf_printf(why, " %s %.17g", missed->strict ? "<" : "<=", mpq_get_d(missed->bound));
}

static void point_init(Point *point, const Property *property)
{
  size_t count = (size_t)property->inputs + property->outputs;
  point->values = mem_alloc_zero(2 * count + 1, sizeof(double));
  point->errors = point->values + count;
}

ModelState nn_check_witness(const NnModel *model, const Assignment *witness, StrBuf *why)
{
  const Property *property = &model->property;
  assert(witness->inputs == property->inputs && witness->outputs == property->outputs);
  Point floats, exact;
  point_init(&floats, property);
  point_init(&exact, property);
  ModelState state = MODEL_OPEN;
  uint32_t worst = UINT32_MAX, other = UINT32_MAX;
  if (infer_point(model, witness, 0, &floats)) {
    double computed = property_excess(property, &floats, 0, &worst);
    if (model->has_net) evaluate_point(model, witness, &exact);
    double real = model->has_net ? property_excess(property, &exact, -1, &other) : computed;
    if (computed > NN_TOLERANCE && real > NN_TOLERANCE && property->part_count <= PARTS_MAX &&
        (model->has_net || misses_beside(model, witness, &exact)))
      state = MODEL_WRONG;
    else if (model->has_net && computed <= 0 && holds_exactly(model, witness, &exact))
      state = MODEL_RIGHT;
  }
  if (state == MODEL_WRONG) describe(property, worst, &floats, why);
  free(floats.values);
  free(exact.values);
  return state;
}
