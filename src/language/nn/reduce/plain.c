#include "language/nn/reduce/plain.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "nn/property/assignment.h"

/* What has more parts, or more numbers, stays as it is. */
enum { PARTS_MAX = 64, NUMBERS_MAX = 1 << 22 };

static Range take(size_t *next, size_t count)
{
  Range range = {*next, count};
  *next += count;
  return range;
}

/* --- the property --- */

static size_t row_count(const Property *property, const PropertyPart *part)
{
  size_t count = part->rows.count;
  for (uint32_t i = property->inputs; i < property->inputs + property->outputs; i++)
    count += (part->lower.items[i] != 0) + (part->upper.items[i] != 0);
  return count;
}

static bool is_bounded(const Property *property, const PropertyPart *part)
{
  for (uint32_t i = 0; i < property->inputs; i++)
    if (!part->lower.items[i] || !part->upper.items[i] ||
        !isfinite(property_lower(property, part, i)) ||
        !isfinite(property_upper(property, part, i)))
      return false;
  return true;
}

static void add_part(Plain *plain, const PropertyPart *part)
{
  const Property *property = &plain->model->property;
  size_t inputs = property->inputs, variables = inputs + property->outputs;
  PlainPart added = {.lower = take(&plain->number_count, inputs).first,
                     .upper = take(&plain->number_count, inputs).first,
                     .first = plain->row_list.count,
                     .count = row_count(property, part)};
  for (size_t i = 0; i < added.count; i++) {
    PlainRow row = {.coefficients = take(&plain->number_count, variables).first,
                    .bound = take(&plain->number_count, 1).first};
    VEC_PUSH(&plain->row_list, row);
  }
  VEC_PUSH(&plain->part_list, added);
}

static void lay_out_property(Plain *plain)
{
  const Property *property = &plain->model->property;
  PropertyPart part = {0};
  plain->property.first = plain->number_count;
  plain->rational = property->part_count > 0 && property->part_count <= PARTS_MAX;
  for (uint64_t i = 0; i < property->part_count && plain->rational; i++) {
    property_part(property, i, &part);
    if (part.empty) continue;
    plain->rational = is_bounded(property, &part);
    size_t numbers = (row_count(property, &part) + 2) * (property->inputs + property->outputs);
    if (numbers > NUMBERS_MAX || plain->number_count > NUMBERS_MAX) plain->rational = false;
    if (plain->rational) add_part(plain, &part);
  }
  plain->rational = plain->rational && plain->part_list.count > 0;
  plain->property.count = plain->number_count - plain->property.first;
  property_part_deinit(&part);
}

static void set_row(Plain *plain, PlainRow *row, uint32_t index)
{
  const Property *property = &plain->model->property;
  const PropertyAtom *atom = &property->atoms.items[index];
  for (uint32_t i = 0; i < atom->count; i++) {
    const PropertyCoefficient *term = &property->coefficients.items[atom->first + i];
    plain->state.numbers[row->coefficients + term->variable] = mpq_get_d(term->value);
  }
  plain->state.numbers[row->bound] = mpq_get_d(atom->bound);
  row->strict = atom->strict;
}

static void fill_part(Plain *plain, const PlainPart *to, const PropertyPart *part)
{
  const Property *property = &plain->model->property;
  for (uint32_t i = 0; i < property->inputs; i++) {
    const PropertyAtom *low = &property->atoms.items[part->lower.items[i] - 1],
                       *high = &property->atoms.items[part->upper.items[i] - 1];
    plain->state.numbers[to->lower + i] = -mpq_get_d(low->bound);
    plain->state.numbers[to->upper + i] = mpq_get_d(high->bound);
  }
  size_t at = to->first;
  for (uint32_t i = property->inputs; i < property->inputs + property->outputs; i++) {
    const uint32_t atoms[2] = {part->lower.items[i], part->upper.items[i]};
    for (size_t side = 0; side < 2; side++)
      if (atoms[side]) set_row(plain, &plain->row_list.items[at++], atoms[side] - 1);
  }
  for (size_t i = 0; i < part->rows.count; i++)
    set_row(plain, &plain->row_list.items[at++], part->rows.items[i]);
  assert(at == to->first + to->count);
}

static void fill_property(Plain *plain)
{
  PropertyPart part = {0};
  size_t at = 0;
  for (uint64_t i = 0; i < plain->model->property.part_count && plain->rational; i++) {
    property_part(&plain->model->property, i, &part);
    if (!part.empty) fill_part(plain, &plain->part_list.items[at++], &part);
  }
  property_part_deinit(&part);
}

/* --- the network --- */

static bool lay_out_layers(Plain *plain)
{
  const Net *net = &plain->model->net;
  plain->offsets = mem_alloc_zero(net->layers.count, sizeof(size_t));
  plain->biases = mem_alloc_zero(net->layers.count, sizeof(size_t));
  plain->weights = mem_alloc_zero(net->layers.count, sizeof(size_t *));
  plain->neurons = take(&plain->flag_count, net_offsets(net, plain->offsets));
  plain->bypassed = take(&plain->flag_count, net->layers.count);
  for (size_t at = 0; at < net->layers.count; at++) {
    const Layer *layer = &net->layers.items[at];
    plain->weights[at] = mem_alloc_zero(layer->sources.count + 1, sizeof(size_t));
    if (layer->kind != LAYER_AFFINE) continue;
    plain->biases[at] = take(&plain->number_count, layer->size).first;
    for (size_t k = 0; k < layer->sources.count; k++) {
      const NetMatrix *matrix = &layer->sources.items[k].matrix;
      size_t count = (size_t)matrix->rows * matrix->columns;
      if (count > NUMBERS_MAX || plain->number_count > NUMBERS_MAX) return false;
      plain->weights[at][k] = take(&plain->number_count, count).first;
    }
  }
  plain->network = (Range){0, plain->number_count};
  return true;
}

static void fill_matrix(const NetMatrix *matrix, double *to)
{
  for (uint32_t i = 0; i < matrix->rows; i++) {
    double *row = to + (size_t)i * matrix->columns;
    if (matrix->sparse)
      for (size_t p = matrix->starts[i]; p < matrix->starts[i + 1]; p++)
        row[matrix->places[p]] = (double)(float)matrix->values[p];
    else
      for (uint32_t j = 0; j < matrix->columns; j++)
        row[j] = (double)(float)net_matrix_row(matrix, i)[j];
  }
}

static void fill_layers(Plain *plain)
{
  const Net *net = &plain->model->net;
  for (size_t at = 1; at < net->layers.count; at++) {
    const Layer *layer = &net->layers.items[at];
    if (layer->kind != LAYER_AFFINE) continue;
    for (uint32_t i = 0; i < layer->size; i++)
      plain->state.numbers[plain->biases[at] + i] = (double)(float)layer->bias[i];
    for (size_t k = 0; k < layer->sources.count; k++)
      fill_matrix(&layer->sources.items[k].matrix, plain->state.numbers + plain->weights[at][k]);
  }
}

static void free_layers(Plain *plain)
{
  for (size_t at = 0; plain->weights && at < plain->model->net.layers.count; at++)
    free(plain->weights[at]);
  free(plain->weights);
  free(plain->biases);
  free(plain->offsets);
  plain->weights = NULL;
  plain->biases = plain->offsets = NULL;
}

/* Behaviours may need it: who says unsat is refuted by it. */
static double *read_witness(const NnModel *model)
{
  const StrBuf *text = &model->bundle.witness;
  Assignment witness;
  Error error;
  double *inputs = NULL;
  if (text->length == 0) return NULL;
  assignment_init(&witness, model->property.inputs, model->property.outputs);
  if (assignment_read(&witness, text->bytes, text->length, &error) == STATUS_OK) {
    inputs = mem_alloc(model->property.inputs + 1u, sizeof *inputs);
    for (uint32_t i = 0; i < model->property.inputs; i++) inputs[i] = mpq_get_d(witness.values[i]);
  }
  assignment_deinit(&witness);
  return inputs;
}

double nn_plain_centre(const Plain *plain, const PlainState *state, const PlainPart *part,
                       size_t input)
{
  double low = state->numbers[part->lower + input], high = state->numbers[part->upper + input];
  return plain->witness ? fmin(fmax(plain->witness[input], low), high) : (low + high) / 2;
}

void nn_plain_init(Plain *plain, NnModel *model)
{
  *plain = (Plain){.model = model, .witness = read_witness(model)};
  plain->layers = model->has_net && lay_out_layers(plain);
  if (!plain->layers) {
    free_layers(plain);
    plain->flag_count = plain->number_count = 0;
    plain->neurons = plain->network = (Range){0};
    plain->bypassed = take(&plain->flag_count, model->graph.nodes.count);
  }
  lay_out_property(plain);
  plain->parts = take(&plain->flag_count, plain->part_list.count);
  plain->rows = take(&plain->flag_count, plain->row_list.count);
  plain->state.flags = mem_alloc_zero(plain->flag_count + 1, 1);
  plain->state.numbers = mem_alloc_zero(plain->number_count + 1, sizeof(double));
  if (plain->layers) fill_layers(plain);
  fill_property(plain);
}

void nn_plain_deinit(Plain *plain)
{
  free_layers(plain);
  VEC_FREE(&plain->part_list);
  VEC_FREE(&plain->row_list);
  free(plain->witness);
  nn_plain_free_state(&plain->state);
}

void nn_plain_copy_state(const Plain *plain, PlainState *to)
{
  to->flags = mem_alloc(plain->flag_count + 1, 1);
  to->numbers = mem_alloc(plain->number_count + 1, sizeof(double));
  memcpy(to->flags, plain->state.flags, plain->flag_count + 1);
  memcpy(to->numbers, plain->state.numbers, (plain->number_count + 1) * sizeof(double));
}

void nn_plain_free_state(PlainState *state)
{
  free(state->flags);
  free(state->numbers);
  *state = (PlainState){0};
}

/* --- the text --- */

/* What is left of the witness, within the first box. */
static void add_witness(const Plain *plain, const PlainState *state, const uint32_t *left,
                        StrBuf *out)
{
  const PlainPart *part = plain->rational ? &plain->part_list.items[0] : NULL;
  strbuf_add_char(out, '(');
  for (uint32_t i = 0; i < plain->model->property.inputs; i++) {
    if (!left[i]) continue;
    double value = part ? nn_plain_centre(plain, state, part, i) : plain->witness[i];
    strbuf_printf(out, "%s(X_%u %.17g)", left[i] > 1 ? " " : "", left[i] - 1, value);
  }
  strbuf_add_char(out, ')');
}

bool nn_plain_render(const Plain *plain, const PlainState *state, StrBuf *text)
{
  const Property *property = &plain->model->property;
  uint32_t variables = property->inputs + property->outputs;
  uint32_t *left = mem_alloc(variables + 1u, sizeof *left);
  for (uint32_t i = 0; i < variables; i++)
    left[i] = 1 + (i < property->inputs ? i : i - property->inputs);
  Bundle bundle;
  bundle_init(&bundle);
  bool good = plain->layers ? nn_plain_render_layers(plain, state, left, &bundle)
                            : nn_plain_render_graph(plain, state, &bundle);
  if (good && plain->rational)
    good = nn_plain_render_property(plain, state, left, &bundle.property);
  else if (good)
    strbuf_add(&bundle.property, plain->model->bundle.property.bytes,
               plain->model->bundle.property.length);
  if (good && plain->witness) add_witness(plain, state, left, &bundle.witness);
  if (good) bundle_print(&bundle, text);
  bundle_deinit(&bundle);
  free(left);
  return good;
}
