/* The canonical form: the disjunctive normal form of a property, enumerated by number.
 *
 * A part is a mixed-radix number: each disjunction takes a digit, and its argument the rest of it. Atoms that
 * are not below a disjunction belong to all parts and are looked at once. */
#include "nn/property/canonical.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static uint64_t add_saturated(uint64_t a, uint64_t b)
{
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t multiply_saturated(uint64_t a, uint64_t b)
{
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

uint32_t canonical_add_atom_node(Property *property, uint32_t atom)
{
  assert(atom < property->atoms.count);
  VEC_PUSH(&property->nodes, ((PropertyNode){.kind = PROPERTY_ATOM, .first = atom, .parts = 1}));
  return (uint32_t)property->nodes.count - 1;
}

uint32_t canonical_add_node(Property *property, PropertyKind kind, const uint32_t *nodes,
                            size_t count)
{
  assert(kind != PROPERTY_ATOM && count >= 2);
  PropertyNode node = {.kind = kind,
                       .first = (uint32_t)property->arguments.count,
                       .count = (uint32_t)count,
                       .parts = kind == PROPERTY_AND};
  for (size_t i = 0; i < count; i++) {
    assert(nodes[i] < property->nodes.count);
    uint64_t parts = property->nodes.items[nodes[i]].parts;
    VEC_PUSH(&property->arguments, ((PropertyArgument){nodes[i], node.parts}));
    node.parts = kind == PROPERTY_AND ? multiply_saturated(node.parts, parts)
                                      : add_saturated(node.parts, parts);
  }
  VEC_PUSH(&property->nodes, node);
  return (uint32_t)property->nodes.count - 1;
}

/* --- boxes --- */

static bool tighter(const Property *property, uint32_t atom, uint32_t than)
{
  if (than == 0) return true;
  const PropertyAtom *a = &property->atoms.items[atom], *b = &property->atoms.items[than - 1];
  int order = mpq_cmp(a->bound, b->bound);
  return order < 0 || (order == 0 && a->strict && !b->strict);
}

/* Puts an atom into boxes and rows. False if it is a constant that does not hold. */
static bool take_atom(const Property *property, uint32_t index, U32Vec *lower, U32Vec *upper,
                      U32Vec *rows)
{
  const PropertyAtom *atom = &property->atoms.items[index];
  if (atom->count == 0) return mpq_sgn(atom->bound) >= !!atom->strict;
  if (atom->count > 1) {
    VEC_PUSH(rows, index);
    return true;
  }
  const PropertyCoefficient *coefficient = &property->coefficients.items[atom->first];
  uint32_t *bound =
      (mpq_sgn(coefficient->value) > 0 ? upper : lower)->items + coefficient->variable;
  if (tighter(property, index, *bound)) *bound = index + 1;
  return true;
}

/* Bounds of the inputs and outputs that contradict each other: -x <= l and x <= u with -l > u. */
static bool box_is_empty(const Property *property, const U32Vec *lower, const U32Vec *upper)
{
  bool empty = false;
  mpq_t sum;
  mpq_init(sum);
  for (size_t i = 0; i < lower->count && !empty; i++) {
    if (lower->items[i] == 0 || upper->items[i] == 0) continue;
    const PropertyAtom *low = &property->atoms.items[lower->items[i] - 1];
    const PropertyAtom *high = &property->atoms.items[upper->items[i] - 1];
    mpq_add(sum, low->bound, high->bound);
    empty = mpq_sgn(sum) < 0 || (mpq_sgn(sum) == 0 && (low->strict || high->strict));
  }
  mpq_clear(sum);
  return empty;
}

/* --- parts --- */

typedef struct {
  uint32_t node;
  uint64_t digit; /* which of its parts */
} Open;

typedef VEC(Open) OpenVec;

/* The argument of a disjunction that has its part `digit`. */
static const PropertyArgument *find_argument(const Property *property, const PropertyNode *node,
                                             uint64_t digit)
{
  const PropertyArgument *arguments = property->arguments.items + node->first;
  size_t low = 0, high = node->count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (arguments[middle].parts_before <= digit)
      low = middle;
    else
      high = middle;
  }
  return &arguments[low];
}

/* The atoms of one part of a node. */
static void expand(const Property *property, uint32_t root, uint64_t digit, U32Vec *atoms,
                   OpenVec *stack)
{
  VEC_PUSH(stack, ((Open){root, digit}));
  while (stack->count > 0) {
    Open open = stack->items[--stack->count];
    const PropertyNode *node = &property->nodes.items[open.node];
    assert(open.digit < node->parts);
    if (node->kind == PROPERTY_ATOM) {
      VEC_PUSH(atoms, node->first);
    } else if (node->kind == PROPERTY_OR) {
      const PropertyArgument *argument = find_argument(property, node, open.digit);
      VEC_PUSH(stack, ((Open){argument->node, open.digit - argument->parts_before}));
    } else {
      for (uint32_t i = 0; i < node->count; i++) {
        uint32_t argument = property->arguments.items[node->first + i].node;
        uint64_t parts = property->nodes.items[argument].parts;
        VEC_PUSH(stack, ((Open){argument, open.digit % parts}));
        open.digit /= parts;
      }
    }
  }
}

static void fill_zero(U32Vec *vec, size_t count)
{
  vec->count = 0;
  VEC_RESERVE(vec, count);
  memset(vec->items, 0, count * sizeof *vec->items);
  vec->count = count;
}

static void copy(U32Vec *to, const U32Vec *from)
{
  to->count = 0;
  VEC_APPEND(to, from->items, from->count);
}

Status canonical_finish(Property *property, Error *error)
{
  size_t variables = (size_t)property->inputs + property->outputs;
  fill_zero(&property->common_lower, variables);
  fill_zero(&property->common_upper, variables);
  property->part_count = 1;
  U32Vec stack = {0};
  for (size_t i = property->assertions.count; i > 0; i--)
    VEC_PUSH(&stack, property->assertions.items[i - 1]);
  while (stack.count > 0) {
    const PropertyNode *node = &property->nodes.items[stack.items[--stack.count]];
    if (node->kind == PROPERTY_ATOM) {
      if (!take_atom(property, node->first, &property->common_lower, &property->common_upper,
                     &property->common_rows))
        property->common_false = true;
    } else if (node->kind == PROPERTY_AND) {
      for (uint32_t i = node->count; i > 0; i--)
        VEC_PUSH(&stack, property->arguments.items[node->first + i - 1].node);
    } else {
      property->part_count = multiply_saturated(property->part_count, node->parts);
      VEC_PUSH(&property->choices, (uint32_t)(node - property->nodes.items));
    }
  }
  VEC_FREE(&stack);
  if (property->part_count > PROPERTY_MAX_PARTS)
    return error_set(error, STATUS_LIMIT, "the disjunctive normal form has more than %d parts",
                     PROPERTY_MAX_PARTS);
  return STATUS_OK;
}

void property_part(const Property *property, uint64_t index, PropertyPart *part)
{
  assert(index < property->part_count);
  U32Vec atoms = {0};
  OpenVec stack = {0};
  for (size_t i = 0; i < property->choices.count; i++) {
    uint64_t parts = property->nodes.items[property->choices.items[i]].parts;
    expand(property, property->choices.items[i], index % parts, &atoms, &stack);
    index /= parts;
  }
  copy(&part->lower, &property->common_lower);
  copy(&part->upper, &property->common_upper);
  copy(&part->rows, &property->common_rows);
  part->empty = property->common_false;
  part->own_inputs = false;
  for (size_t i = 0; i < atoms.count; i++) {
    const PropertyAtom *atom = &property->atoms.items[atoms.items[i]];
    if (!take_atom(property, atoms.items[i], &part->lower, &part->upper, &part->rows))
      part->empty = true;
    if (atom->count == 1 && property->coefficients.items[atom->first].variable < property->inputs)
      part->own_inputs = true;
  }
  if (box_is_empty(property, &part->lower, &part->upper)) part->empty = true;
  VEC_FREE(&atoms);
  VEC_FREE(&stack);
}

void property_part_deinit(PropertyPart *part)
{
  VEC_FREE(&part->lower);
  VEC_FREE(&part->upper);
  VEC_FREE(&part->rows);
}

void property_deinit(Property *property)
{
  for (size_t i = 0; i < property->coefficients.count; i++)
    mpq_clear(property->coefficients.items[i].value);
  for (size_t i = 0; i < property->atoms.count; i++) mpq_clear(property->atoms.items[i].bound);
  VEC_FREE(&property->coefficients);
  VEC_FREE(&property->atoms);
  VEC_FREE(&property->nodes);
  VEC_FREE(&property->arguments);
  VEC_FREE(&property->assertions);
  VEC_FREE(&property->common_lower);
  VEC_FREE(&property->common_upper);
  VEC_FREE(&property->common_rows);
  VEC_FREE(&property->choices);
  *property = (Property){0};
}

/* --- numbers --- */

double property_round_up(const mpq_t value)
{
  /* mpq_get_d rounds towards zero. */
  double number = mpq_get_d(value);
  if (isinf(number)) return number > 0 ? number : -0x1.fffffffffffffp1023;
  mpq_t exact;
  mpq_init(exact);
  mpq_set_d(exact, number);
  if (mpq_cmp(exact, value) < 0) number = nextafter(number, INFINITY);
  mpq_clear(exact);
  return number;
}

double property_lower(const Property *property, const PropertyPart *part, uint32_t variable)
{
  assert(variable < part->lower.count);
  uint32_t atom = part->lower.items[variable];
  return atom == 0 ? -INFINITY : -property_round_up(property->atoms.items[atom - 1].bound);
}

double property_upper(const Property *property, const PropertyPart *part, uint32_t variable)
{
  assert(variable < part->upper.count);
  uint32_t atom = part->upper.items[variable];
  return atom == 0 ? INFINITY : property_round_up(property->atoms.items[atom - 1].bound);
}
