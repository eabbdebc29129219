#include "language/nn/prove.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "language/nn/check.h"
#include "language/nn/tolerance.h"
#include "nn/bound/bound.h"

/* What a proof may cost: parts of the property, and numbers in a pass over the network. */
enum { PARTS_MAX = 64, ROWS_MAX = 128, WEIGHTS_MAX = 1 << 20 };

typedef struct {
  const NnModel *model;
  Bounds bounds;
  double *lower, *upper; /* the box */
  double *weights;       /* of the rows of a part: outputs, then inputs */
  double *slope;
  BoundRow rows[ROWS_MAX];
  double limits[ROWS_MAX], sizes[ROWS_MAX];
  size_t count;
} Proof;

static size_t weight_count(const Net *net)
{
  size_t count = 0;
  for (size_t i = 0; i < net->layers.count; i++) {
    const Layer *layer = &net->layers.items[i];
    for (size_t k = 0; layer->kind == LAYER_AFFINE && k < layer->sources.count; k++) {
      const NetMatrix *matrix = &layer->sources.items[k].matrix;
      count +=
          matrix->sparse ? matrix->starts[matrix->rows] : (size_t)matrix->rows * matrix->columns;
    }
  }
  return count;
}

/* False: its coefficients are no doubles, or there is no room. It is left out, which proves less. */
static bool add_row(Proof *proof, uint32_t index)
{
  assert(proof->count <= ROWS_MAX && index < proof->model->property.atoms.count);
  const Property *property = &proof->model->property;
  const PropertyAtom *atom = &property->atoms.items[index];
  if (proof->count == ROWS_MAX) return false;
  size_t width = (size_t)property->inputs + property->outputs;
  double *weights = proof->weights + proof->count * width;
  memset(weights, 0, width * sizeof *weights);
  mpq_t exact;
  mpq_init(exact);
  bool good = true;
  for (uint32_t i = 0; i < atom->count && good; i++) {
    const PropertyCoefficient *term = &property->coefficients.items[atom->first + i];
    assert(term->variable < width);
    double number = mpq_get_d(term->value);
    if (isfinite(number)) mpq_set_d(exact, number);
    good = isfinite(number) && mpq_equal(exact, term->value);
    bool input = term->variable < property->inputs;
    weights[input ? property->outputs + term->variable : term->variable - property->inputs] =
        number;
  }
  mpq_clear(exact);
  if (!good) return false;
  proof->rows[proof->count] = (BoundRow){.outputs = weights,
                                         .inputs = weights + property->outputs,
                                         .slope = proof->slope + proof->count * property->inputs};
  proof->limits[proof->count] = property_round_up(atom->bound);
  proof->count++;
  return true;
}

static void add_rows(Proof *proof, const PropertyPart *part)
{
  assert(part->lower.count == part->upper.count);
  const Property *property = &proof->model->property;
  proof->count = 0;
  for (uint32_t i = property->inputs; i < property->inputs + property->outputs; i++) {
    if (part->lower.items[i]) add_row(proof, part->lower.items[i] - 1);
    if (part->upper.items[i]) add_row(proof, part->upper.items[i] - 1);
  }
  for (size_t i = 0; i < part->rows.count; i++) add_row(proof, part->rows.items[i]);
}

/* Is a row above its limit everywhere in the box, by more than the tolerance? */
static bool excludes(Proof *proof)
{
  assert(proof->bounds.finite && proof->bounds.net->layers.count > 0);
  const Property *property = &proof->model->property;
  bounds_rows(&proof->bounds, proof->rows, proof->count);
  size_t last = proof->bounds.net->layers.count - 1;
  for (size_t row = 0; row < proof->count; row++) {
    double size = fabs(proof->limits[row]);
    for (uint32_t i = 0; i < property->outputs; i++)
      size = fmax(size, fabs(proof->rows[row].outputs[i]) *
                            fmax(fabs(bounds_lower(&proof->bounds, last)[i]),
                                 fabs(bounds_upper(&proof->bounds, last)[i])));
    if (proof->rows[row].lower - proof->limits[row] > 2 * NN_TOLERANCE * (1 + size)) return true;
  }
  return false;
}

/* A part whose input box is empty needs no network; how empty it is, is another matter. */
static bool set_box(Proof *proof, const PropertyPart *part)
{
  const Property *property = &proof->model->property;
  for (uint32_t i = 0; i < property->inputs; i++) {
    double lower = property_lower(property, part, i), upper = property_upper(property, part, i);
    if (!isfinite(lower) || !isfinite(upper) || lower > upper) return false;
    /* Verifiers may be off there, too. */
    proof->lower[i] = lower - NN_TOLERANCE * (1 + fabs(lower));
    proof->upper[i] = upper + NN_TOLERANCE * (1 + fabs(upper));
  }
  bounds_set_box(&proof->bounds, proof->lower, proof->upper, NULL);
  return proof->bounds.finite;
}

static bool prove_unsat(const NnModel *model)
{
  const Property *property = &model->property;
  if (!model->has_net || property->part_count > PARTS_MAX) return false;
  if (weight_count(&model->net) > WEIGHTS_MAX) return false;
  Proof proof = {.model = model};
  size_t width = (size_t)property->inputs + property->outputs;
  bounds_init(&proof.bounds, &model->net);
  proof.weights = mem_alloc(ROWS_MAX * width + 1, sizeof(double));
  proof.slope = mem_alloc(ROWS_MAX * (size_t)property->inputs + 1, sizeof(double));
  proof.lower = mem_alloc(2 * (size_t)property->inputs + 1, sizeof(double));
  proof.upper = proof.lower + property->inputs;
  PropertyPart part = {0};
  bool proved = property->part_count > 0;
  for (uint64_t i = 0; i < property->part_count && proved; i++) {
    property_part(property, i, &part);
    proved = set_box(&proof, &part);
    if (proved) {
      add_rows(&proof, &part);
      proved = excludes(&proof);
    }
  }
  property_part_deinit(&part);
  bounds_deinit(&proof.bounds);
  free(proof.weights);
  free(proof.slope);
  free(proof.lower);
  return proved;
}

static bool prove_sat(const NnModel *model)
{
  if (!model->bundle.witness.length) return false;
  Assignment witness;
  Error error;
  StrBuf why;
  assignment_init(&witness, model->property.inputs, model->property.outputs);
  strbuf_init(&why, 0);
  bool proved = assignment_read(&witness, model->bundle.witness.bytes, model->bundle.witness.length,
                                &error) == STATUS_OK &&
                nn_check_witness(model, &witness, &why) == MODEL_RIGHT;
  strbuf_deinit(&why);
  assignment_deinit(&witness);
  return proved;
}

SolverAnswer nn_prove(const NnModel *model)
{
  if (prove_sat(model)) return SAYS_SAT;
  return prove_unsat(model) ? SAYS_UNSAT : SAYS_UNKNOWN;
}
