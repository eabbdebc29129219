#include "language/nn/constructs.h"

#include <assert.h>
#include <math.h>

#include "nn/mutate/insert.h"
#include "nn/mutate/mutate.h"

typedef enum { PLACE_INSERTION, PLACE_BOX, PLACE_BOUND } PlaceKind;

typedef struct {
  NnConstruct shown;
  PlaceKind kind;
  Insertion insertion;
} Row;

#define OPERATOR_ROW(op)                                                                           \
  {                                                                                                \
    {#op, "operator"}, PLACE_INSERTION,                                                            \
    {                                                                                              \
      INSERT_OPERATOR, OP_##op                                                                     \
    }                                                                                              \
  }

static const Row ROWS[] = {
    OPERATOR_ROW(Relu),
    OPERATOR_ROW(LeakyRelu),
    OPERATOR_ROW(Sigmoid),
    OPERATOR_ROW(Tanh),
    OPERATOR_ROW(Neg),
    {{"linear", "layer"}, PLACE_INSERTION, {INSERT_LINEAR, OP_Gemm}},
    {{"residual", "layer"}, PLACE_INSERTION, {INSERT_RESIDUAL, OP_Add}},
    {{"input box", "property"}, PLACE_BOX, {0}},
    {{"output bound", "property"}, PLACE_BOUND, {0}},
    /* from here on not all verifiers */
    OPERATOR_ROW(Abs),
    OPERATOR_ROW(Elu),
    OPERATOR_ROW(Selu),
    OPERATOR_ROW(Softplus),
    OPERATOR_ROW(Softsign),
    OPERATOR_ROW(HardSigmoid),
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS, KNOWN_COUNT = 9 };

size_t nn_construct_count(bool all)
{
  return all ? ROW_COUNT : KNOWN_COUNT;
}

const NnConstruct *nn_construct(size_t number)
{
  assert(number < ROW_COUNT);
  return &ROWS[number].shown;
}

/* --- the property --- */

/* The atom of the only bound of an input on a side, if all parts share it. */
static PropertyAtom *bound_of(Property *property, const U32Vec *bounds, uint32_t input)
{
  uint32_t atom = input < bounds->count ? bounds->items[input] : 0;
  return atom ? &property->atoms.items[atom - 1] : NULL;
}

/* Every side of the box moves away from the centre, or towards it, by the same part. */
static bool scale_box(Property *property, Random *random)
{
  static const int percents[] = {50, 80, 125, 200};
  int percent = percents[random_below(random, sizeof percents / sizeof *percents)];
  mpq_t centre, half, factor;
  mpq_inits(centre, half, factor, NULL);
  mpq_set_si(factor, percent, 200); /* of the whole extent */
  mpq_canonicalize(factor);
  bool any = false;
  for (uint32_t i = 0; i < property->inputs; i++) {
    PropertyAtom *low = bound_of(property, &property->common_lower, i),
                 *high = bound_of(property, &property->common_upper, i);
    if (!low || !high) continue;
    /* -x <= low->bound, x <= high->bound */
    mpq_add(half, low->bound, high->bound);
    mpq_sub(centre, high->bound, low->bound);
    mpq_div_2exp(centre, centre, 1);
    mpq_mul(half, half, factor);
    mpq_add(high->bound, centre, half);
    mpq_sub(low->bound, half, centre);
    any = true;
  }
  mpq_clears(centre, half, factor, NULL);
  return any;
}

static bool is_output_atom(const Property *property, const PropertyAtom *atom)
{
  for (uint32_t i = 0; i < atom->count; i++)
    if (property->coefficients.items[atom->first + i].variable >= property->inputs) return true;
  return false;
}

/* One bound of outputs moves by a part of its size. */
static bool move_output(Property *property, Random *random)
{
  size_t seen = 0;
  PropertyAtom *chosen = NULL;
  for (size_t i = 0; i < property->atoms.count; i++)
    if (is_output_atom(property, &property->atoms.items[i]) && random_below(random, ++seen) == 0)
      chosen = &property->atoms.items[i];
  if (!chosen) return false;
  static const int thousandths[] = {-100, -20, -5, 5, 20, 100};
  mpq_t step, size;
  mpq_inits(step, size, NULL);
  mpq_set_si(step, thousandths[random_below(random, 6)], 1000);
  mpq_canonicalize(step);
  mpq_abs(size, chosen->bound);
  if (mpq_sgn(size) == 0) mpq_set_ui(size, 1, 10);
  mpq_mul(step, step, size);
  mpq_add(chosen->bound, chosen->bound, step);
  mpq_clears(step, size, NULL);
  return true;
}

/* What is known of the answer does not hold for the changed one; a witness is checked before it counts. */
static bool place_property(PlaceKind kind, const NnModel *model, Random *random, Bundle *bundle)
{
  Property property;
  Error error;
  if (property_read(&property, model->bundle.property.bytes, model->bundle.property.length, &error))
    return false;
  bool done = kind == PLACE_BOX ? scale_box(&property, random) : move_output(&property, random);
  if (done) {
    property_print(&property, &bundle->property);
    strbuf_add(&bundle->network, model->bundle.network.bytes, model->bundle.network.length);
  }
  property_deinit(&property);
  return done;
}

bool nn_construct_place(size_t number, const NnModel *model, Random *random, Bundle *bundle)
{
  assert(number < ROW_COUNT);
  const Row *row = &ROWS[number];
  strbuf_add(&bundle->witness, model->bundle.witness.bytes, model->bundle.witness.length);
  if (row->kind != PLACE_INSERTION) return place_property(row->kind, model, random, bundle);
  if (!mutant_insert(&model->graph, &row->insertion, random, &bundle->network)) return false;
  strbuf_add(&bundle->property, model->bundle.property.bytes, model->bundle.property.length);
  return true;
}

void nn_construct_count_in(const NnModel *model, size_t count, uint32_t *counts)
{
  for (size_t k = 0; k < count; k++) {
    const Row *row = &ROWS[k];
    if (row->kind == PLACE_BOX) {
      counts[k]++;
      continue;
    }
    for (size_t i = 0; row->kind == PLACE_INSERTION && i < model->graph.nodes.count; i++)
      counts[k] += model->graph.nodes.items[i].op->kind == row->insertion.op;
    for (size_t i = 0; row->kind == PLACE_BOUND && i < model->property.atoms.count; i++)
      counts[k] += is_output_atom(&model->property, &model->property.atoms.items[i]);
  }
}
