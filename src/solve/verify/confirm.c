#include "solve/verify/confirm.h"

#include <assert.h>
#include <math.h>

#include "nn/infer/infer.h"

/* Numbers that are not finite hold nowhere. */
static bool nearly_holds(const Property *property, const PropertyAtom *atom, const double *values)
{
  assert(atom->first + (size_t)atom->count <= property->coefficients.count);
  double bound = mpq_get_d(atom->bound), sum = -bound, size = fabs(bound);
  for (uint32_t i = 0; i < atom->count; i++) {
    const PropertyCoefficient *term = &property->coefficients.items[atom->first + i];
    double product = mpq_get_d(term->value) * values[term->variable];
    sum += product;
    size = fmax(size, fabs(product));
  }
  return isfinite(sum) && sum <= WITNESS_FLOAT_TOLERANCE * (1 + size);
}

static bool part_nearly_holds(const Property *property, uint64_t index, const double *values)
{
  PropertyPart part = {0};
  property_part(property, index, &part);
  bool holds = !part.empty;
  for (uint32_t i = 0; i < property->inputs + property->outputs && holds; i++) {
    uint32_t low = part.lower.items[i], high = part.upper.items[i];
    holds = (low == 0 || nearly_holds(property, &property->atoms.items[low - 1], values)) &&
            (high == 0 || nearly_holds(property, &property->atoms.items[high - 1], values));
  }
  for (size_t i = 0; i < part.rows.count && holds; i++)
    holds = nearly_holds(property, &property->atoms.items[part.rows.items[i]], values);
  property_part_deinit(&part);
  return holds;
}

Status witness_confirm(const Witness *witness, const Graph *graph, const Property *property,
                       Error *error)
{
  assert(graph->inputs.count == 1 && graph->outputs.count == 1);
  assert(witness->input_count == property->inputs && witness->output_count == property->outputs);
  Tensor x, y;
  tensor_init(&x, graph_value(graph, graph->inputs.items[0])->shape);
  assert(x.count == property->inputs);
  double *values = mem_alloc((size_t)property->inputs + property->outputs, sizeof *values);
  for (uint32_t i = 0; i < property->inputs; i++) {
    tensor_set_double(&x, i, witness_input(witness, i));
    values[i] = tensor_get_double(&x, i);
  }
  Status status = infer_run(graph, &x, &y, error);
  if (status) {
    error_set(error, status, "a witness was found, but the network cannot be run on it: %s",
              error->message);
  } else {
    assert(y.count == property->outputs);
    for (uint32_t i = 0; i < property->outputs; i++)
      values[property->inputs + i] = tensor_get_double(&y, i);
    if (!part_nearly_holds(property, witness->part, values))
      status = error_set(error, STATUS_SORT,
                         "a witness was found, but the network computes other outputs for it");
    tensor_deinit(&y);
  }
  free(values);
  tensor_deinit(&x);
  return status;
}
