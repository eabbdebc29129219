/* Exact evaluation of properties. */
#include <assert.h>

#include "nn/property/property.h"

/* x <= bound or -x <= bound: no products are needed, which are slow. */
static int compare_single(const PropertyCoefficient *coefficient, const mpq_t value,
                          const mpq_t bound)
{
  if (mpq_sgn(coefficient->value) > 0) return mpq_cmp(value, bound);
  mpq_t negated;
  mpq_init(negated);
  mpq_neg(negated, value);
  int order = mpq_cmp(negated, bound);
  mpq_clear(negated);
  return order;
}

bool property_atom_holds(const Property *property, const PropertyAtom *atom, mpq_t *values)
{
  if (atom->count == 1) {
    const PropertyCoefficient *only = &property->coefficients.items[atom->first];
    assert(mpq_cmp_si(only->value, 1, 1) == 0 || mpq_cmp_si(only->value, -1, 1) == 0);
    return compare_single(only, values[only->variable], atom->bound) < !atom->strict;
  }
  mpq_t sum, product;
  mpq_inits(sum, product, NULL);
  for (uint32_t i = 0; i < atom->count; i++) {
    const PropertyCoefficient *coefficient = &property->coefficients.items[atom->first + i];
    mpq_mul(product, coefficient->value, values[coefficient->variable]);
    mpq_add(sum, sum, product);
  }
  int order = mpq_cmp(sum, atom->bound);
  mpq_clears(sum, product, NULL);
  return order < !atom->strict;
}

/* Arguments have smaller numbers than the nodes that use them, so one pass gives all truth values. */
bool property_holds(const Property *property, mpq_t *values)
{
  uint8_t *truth = mem_alloc_zero(property->nodes.count + 1, 1);
  for (size_t i = 0; i < property->nodes.count; i++) {
    const PropertyNode *node = &property->nodes.items[i];
    if (node->kind == PROPERTY_ATOM) {
      truth[i] = property_atom_holds(property, &property->atoms.items[node->first], values);
      continue;
    }
    uint32_t count = 0;
    for (uint32_t k = 0; k < node->count; k++) {
      uint32_t argument = property->arguments.items[node->first + k].node;
      assert(argument < i);
      count += truth[argument];
    }
    truth[i] = node->kind == PROPERTY_AND ? count == node->count : count > 0;
  }
  bool holds = true;
  for (size_t i = 0; i < property->assertions.count; i++)
    holds = holds && truth[property->assertions.items[i]];
  free(truth);
  return holds;
}

static bool bounds_hold(const Property *property, const U32Vec *bounds, mpq_t *values)
{
  for (size_t i = 0; i < bounds->count; i++)
    if (bounds->items[i] != 0 &&
        !property_atom_holds(property, &property->atoms.items[bounds->items[i] - 1], values))
      return false;
  return true;
}

bool property_part_holds(const Property *property, const PropertyPart *part, mpq_t *values)
{
  if (part->empty) return false;
  for (size_t i = 0; i < part->rows.count; i++)
    if (!property_atom_holds(property, &property->atoms.items[part->rows.items[i]], values))
      return false;
  return bounds_hold(property, &part->lower, values) && bounds_hold(property, &part->upper, values);
}
