#include "nn/encode/smtlib.h"

#include <assert.h>

typedef struct {
  const Bounds *bounds;
  const Net *net;
  StrBuf *out;
  mpq_t number; /* for conversions */
} Encoder;

/* --- numbers and names --- */

static void print_integer(StrBuf *out, mpz_srcptr value)
{
  size_t room = mpz_sizeinbase(value, 10) + 2;
  if (!strbuf_reserve(out, room)) return;
  mpz_get_str(out->bytes + out->length, 10, value);
  out->length += strlen(out->bytes + out->length);
  strbuf_add_text(out, ".0");
}

static void print_rational(StrBuf *out, mpq_t value)
{
  bool negative = mpq_sgn(value) < 0, whole = mpz_cmp_ui(mpq_denref(value), 1) == 0;
  if (negative) strbuf_add_text(out, "(- ");
  mpq_abs(value, value);
  if (!whole) strbuf_add_text(out, "(/ ");
  print_integer(out, mpq_numref(value));
  if (!whole) {
    strbuf_add_char(out, ' ');
    print_integer(out, mpq_denref(value));
    strbuf_add_char(out, ')');
  }
  if (negative) strbuf_add_char(out, ')');
}

static void print_double(Encoder *encoder, double value)
{
  mpq_set_d(encoder->number, value);
  print_rational(encoder->out, encoder->number);
}

static void print_name(const Encoder *encoder, size_t layer, uint32_t neuron)
{
  if (layer == 0)
    strbuf_printf(encoder->out, "X_%u", neuron);
  else if (layer == encoder->net->layers.count - 1)
    strbuf_printf(encoder->out, "Y_%u", neuron);
  else
    strbuf_printf(encoder->out, "n_%zu_%u", layer, neuron);
}

static void declare(Encoder *encoder, size_t layer, uint32_t neuron)
{
  strbuf_add_text(encoder->out, "(declare-fun ");
  print_name(encoder, layer, neuron);
  strbuf_add_text(encoder->out, " () Real)\n");
}

/* lower <= neuron <= upper, both proved. */
static void assert_bounds(Encoder *encoder, size_t layer, uint32_t neuron)
{
  strbuf_add_text(encoder->out, "(assert (<= ");
  print_double(encoder, bounds_lower(encoder->bounds, layer)[neuron]);
  strbuf_add_char(encoder->out, ' ');
  print_name(encoder, layer, neuron);
  strbuf_add_char(encoder->out, ' ');
  print_double(encoder, bounds_upper(encoder->bounds, layer)[neuron]);
  strbuf_add_text(encoder->out, "))\n");
}

/* --- layers --- */

static void print_term(Encoder *encoder, double weight, size_t layer, uint32_t neuron)
{
  if (weight == 0) return;
  strbuf_add_text(encoder->out, " (* ");
  print_double(encoder, weight);
  strbuf_add_char(encoder->out, ' ');
  print_name(encoder, layer, neuron);
  strbuf_add_char(encoder->out, ')');
}

static void print_sum(Encoder *encoder, const Layer *layer, uint32_t neuron)
{
  strbuf_add_text(encoder->out, "(+ 0.0 ");
  print_double(encoder, layer->bias[neuron]);
  for (size_t k = 0; k < layer->sources.count; k++) {
    size_t source = layer->sources.items[k].layer;
    const NetMatrix *matrix = &layer->sources.items[k].matrix;
    if (matrix->sparse)
      for (size_t p = matrix->starts[neuron]; p < matrix->starts[neuron + 1]; p++)
        print_term(encoder, matrix->values[p], source, matrix->places[p]);
    else
      for (uint32_t j = 0; j < matrix->columns; j++)
        print_term(encoder, net_matrix_row(matrix, neuron)[j], source, j);
  }
  strbuf_add_char(encoder->out, ')');
}

static void add_affine(Encoder *encoder, size_t at, uint32_t neuron)
{
  const Layer *layer = &encoder->net->layers.items[at];
  /* Coefficients that may be off: the sum may be, by that part of its size. */
  double slack =
      layer->uncertainty * encoder->bounds->size[encoder->bounds->offsets[at] + neuron] * 1.001;
  if (slack == 0) {
    strbuf_add_text(encoder->out, "(assert (= ");
    print_name(encoder, at, neuron);
    strbuf_add_char(encoder->out, ' ');
    print_sum(encoder, layer, neuron);
    strbuf_add_text(encoder->out, "))\n");
    return;
  }
  strbuf_add_text(encoder->out, "(assert (<= ");
  print_double(encoder, -slack);
  strbuf_add_text(encoder->out, " (- ");
  print_name(encoder, at, neuron);
  strbuf_add_char(encoder->out, ' ');
  print_sum(encoder, layer, neuron);
  strbuf_add_text(encoder->out, ") ");
  print_double(encoder, slack);
  strbuf_add_text(encoder->out, "))\n");
}

/* neuron <= or >= slope * source + intercept */
static void add_line(Encoder *encoder, const char *relation, size_t at, size_t source,
                     uint32_t neuron, double slope, double intercept)
{
  strbuf_printf(encoder->out, "(assert (%s ", relation);
  print_name(encoder, at, neuron);
  strbuf_add_text(encoder->out, " (+ ");
  print_double(encoder, intercept);
  print_term(encoder, slope, source, neuron);
  strbuf_add_text(encoder->out, " 0.0)))\n");
}

static void add_relu(Encoder *encoder, size_t at, size_t source, uint32_t neuron)
{
  double lower = bounds_lower(encoder->bounds, source)[neuron],
         upper = bounds_upper(encoder->bounds, source)[neuron];
  strbuf_add_text(encoder->out, "(assert (= ");
  print_name(encoder, at, neuron);
  strbuf_add_char(encoder->out, ' ');
  if (upper <= 0) {
    strbuf_add_text(encoder->out, "0.0))\n");
  } else if (lower >= 0) {
    print_name(encoder, source, neuron);
    strbuf_add_text(encoder->out, "))\n");
  } else {
    strbuf_add_text(encoder->out, "(ite (>= ");
    print_name(encoder, source, neuron);
    strbuf_add_text(encoder->out, " 0.0) ");
    print_name(encoder, source, neuron);
    strbuf_add_text(encoder->out, " 0.0)))\n");
    /* The three lines around it follow, but not for linear programming. */
    add_line(encoder, ">=", at, source, neuron, 0, 0);
    add_line(encoder, ">=", at, source, neuron, 1, 0);
    KernelLines lines;
    if (relax_lines(LAYER_RELU, RELAX_NEAREST, lower, upper, &lines))
      add_line(encoder, "<=", at, source, neuron, lines.high_slope, lines.high_intercept);
  }
}

static void add_smooth(Encoder *encoder, LayerKind kind, size_t at, size_t source, uint32_t neuron)
{
  KernelLines lines;
  if (!relax_lines(kind, RELAX_NEAREST, bounds_lower(encoder->bounds, source)[neuron],
                   bounds_upper(encoder->bounds, source)[neuron], &lines))
    return;
  add_line(encoder, ">=", at, source, neuron, lines.low_slope, lines.low_intercept);
  add_line(encoder, "<=", at, source, neuron, lines.high_slope, lines.high_intercept);
}

static void add_neuron(Encoder *encoder, size_t at, uint32_t neuron)
{
  const Layer *layer = &encoder->net->layers.items[at];
  declare(encoder, at, neuron);
  if (layer->kind == LAYER_AFFINE)
    add_affine(encoder, at, neuron);
  else if (layer->kind == LAYER_RELU)
    add_relu(encoder, at, layer->sources.items[0].layer, neuron);
  else
    add_smooth(encoder, layer->kind, at, layer->sources.items[0].layer, neuron);
  assert_bounds(encoder, at, neuron);
}

/* --- the property --- */

static void print_variable(const Encoder *encoder, const Property *property, uint32_t variable)
{
  if (variable < property->inputs)
    print_name(encoder, 0, variable);
  else
    print_name(encoder, encoder->net->layers.count - 1, variable - property->inputs);
}

static void print_atom(Encoder *encoder, const Property *property, uint32_t index)
{
  const PropertyAtom *atom = &property->atoms.items[index];
  strbuf_printf(encoder->out, " (%s (+ 0.0 0.0", atom->strict ? "<" : "<=");
  for (uint32_t i = 0; i < atom->count; i++) {
    const PropertyCoefficient *term = &property->coefficients.items[atom->first + i];
    strbuf_add_text(encoder->out, " (* ");
    mpq_set(encoder->number, term->value);
    print_rational(encoder->out, encoder->number);
    strbuf_add_char(encoder->out, ' ');
    print_variable(encoder, property, term->variable);
    strbuf_add_char(encoder->out, ')');
  }
  strbuf_add_text(encoder->out, ") ");
  mpq_set(encoder->number, atom->bound);
  print_rational(encoder->out, encoder->number);
  strbuf_add_char(encoder->out, ')');
}

static void print_part(Encoder *encoder, const Property *property, const PropertyPart *part)
{
  if (part->empty) {
    strbuf_add_text(encoder->out, " false");
    return;
  }
  strbuf_add_text(encoder->out, " (and true");
  for (uint32_t i = 0; i < property->inputs + property->outputs; i++) {
    if (part->lower.items[i]) print_atom(encoder, property, part->lower.items[i] - 1);
    if (part->upper.items[i]) print_atom(encoder, property, part->upper.items[i] - 1);
  }
  for (size_t i = 0; i < part->rows.count; i++) print_atom(encoder, property, part->rows.items[i]);
  strbuf_add_char(encoder->out, ')');
}

static void add_parts(Encoder *encoder, const Property *property, const uint64_t *parts,
                      size_t count)
{
  PropertyPart part = {0};
  strbuf_add_text(encoder->out, "(assert (or false");
  for (size_t i = 0; i < count; i++) {
    property_part(property, parts[i], &part);
    print_part(encoder, property, &part);
  }
  strbuf_add_text(encoder->out, "))\n");
  property_part_deinit(&part);
}

void translate_to_smtlib(const Bounds *bounds, const Property *property, const uint64_t *parts,
                         size_t part_count, StrBuf *out)
{
  assert(bounds->finite && net_input_size(bounds->net) == property->inputs);
  assert(net_output(bounds->net)->size == property->outputs);
  Encoder encoder = {.bounds = bounds, .net = bounds->net, .out = out};
  mpq_init(encoder.number);
  strbuf_add_text(out, "(set-option :produce-models true)\n(set-logic QF_LRA)\n");
  for (uint32_t i = 0; i < property->inputs; i++) {
    declare(&encoder, 0, i);
    assert_bounds(&encoder, 0, i);
  }
  for (size_t at = 1; at < bounds->net->layers.count; at++)
    for (uint32_t i = 0; i < bounds->net->layers.items[at].size; i++) add_neuron(&encoder, at, i);
  add_parts(&encoder, property, parts, part_count);
  strbuf_add_text(out, "(check-sat)\n(get-value (");
  for (uint32_t i = 0; i < property->inputs; i++) strbuf_printf(out, " X_%u", i);
  strbuf_add_text(out, "))\n");
  mpq_clear(encoder.number);
}
