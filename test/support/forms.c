/* Truth values of 64 points are a word, so that formula and canonical form are evaluated for 64 points at once. Whether an atom
 * holds at a point is computed exactly. A point differs from the one before it in a few variables, and only atoms that mention these
 * are computed again. Now and then a point is compared with the library's own evaluation as well. */
#include "support/forms.h"

#include <stdlib.h>

#include "base/random.h"
#include "testing.h"

enum { LANES = 64, CHANGES = 20, WHOLE = 256 /* points between two evaluations of the library */ };

/* Bounds and rows that all parts have are in `common`; the others of part i are atoms[starts[i] .. starts[i + 1]). */
typedef struct {
  U32Vec common, atoms, starts;
  uint8_t *own_lower, *own_upper; /* by variable: does a part have another bound than the rest? */
} Canonical;

typedef struct {
  const Property *property;
  Random random;
  mpq_t *values;
  uint64_t *holds, *nodes;     /* by atom, by node: a bit for each point */
  uint32_t *starts, *mentions; /* the atoms of each variable */
  Canonical canonical;
  PropertyPart part; /* points are drawn from its box */
} Forms;

static size_t variable_count(const Property *property)
{
  return (size_t)property->inputs + property->outputs;
}

/* --- the canonical form as lists of atoms --- */

static void mark_own_bounds(uint8_t *own, const U32Vec *bounds, const U32Vec *common)
{
  for (size_t i = 0; i < bounds->count; i++) own[i] |= bounds->items[i] != common->items[i];
}

static void add_bounds(U32Vec *atoms, const U32Vec *bounds, const uint8_t *own, bool wanted)
{
  for (size_t i = 0; i < bounds->count; i++)
    if (bounds->items[i] != 0 && own[i] == wanted) VEC_PUSH(atoms, bounds->items[i] - 1);
}

static void find_common(Canonical *canonical, const Property *property, PropertyPart *part)
{
  canonical->own_lower = calloc(variable_count(property) + 1, 1);
  canonical->own_upper = calloc(variable_count(property) + 1, 1);
  for (uint64_t i = 0; i < property->part_count; i++) {
    property_part(property, i, part);
    mark_own_bounds(canonical->own_lower, &part->lower, &property->common_lower);
    mark_own_bounds(canonical->own_upper, &part->upper, &property->common_upper);
  }
  add_bounds(&canonical->common, &property->common_lower, canonical->own_lower, false);
  add_bounds(&canonical->common, &property->common_upper, canonical->own_upper, false);
}

/* An empty part has a mark instead of atoms. */
static void compile(Canonical *canonical, const Property *property, PropertyPart *part)
{
  find_common(canonical, property, part);
  for (uint64_t i = 0; i < property->part_count; i++) {
    VEC_PUSH(&canonical->starts, (uint32_t)canonical->atoms.count);
    property_part(property, i, part);
    if (part->empty) {
      VEC_PUSH(&canonical->atoms, UINT32_MAX);
      continue;
    }
    add_bounds(&canonical->atoms, &part->lower, canonical->own_lower, true);
    add_bounds(&canonical->atoms, &part->upper, canonical->own_upper, true);
    VEC_APPEND(&canonical->atoms, part->rows.items, part->rows.count);
  }
  VEC_PUSH(&canonical->starts, (uint32_t)canonical->atoms.count);
}

static uint64_t parts_hold(const Forms *forms)
{
  const Canonical *canonical = &forms->canonical;
  uint64_t common = UINT64_MAX, any = 0;
  for (size_t i = 0; i < canonical->common.count && common; i++)
    common &= forms->holds[canonical->common.items[i]];
  for (size_t i = 0; i + 1 < canonical->starts.count && any != common; i++) {
    uint64_t part = common;
    for (uint32_t k = canonical->starts.items[i]; k < canonical->starts.items[i + 1] && part; k++)
      part &= canonical->atoms.items[k] == UINT32_MAX ? 0 : forms->holds[canonical->atoms.items[k]];
    any |= part;
  }
  return any;
}

/* --- the formula as it is written --- */

static uint64_t formula_holds(const Forms *forms)
{
  const Property *property = forms->property;
  uint64_t *truth = forms->nodes, all = UINT64_MAX;
  for (size_t i = 0; i < property->nodes.count; i++) {
    const PropertyNode *node = &property->nodes.items[i];
    const PropertyArgument *arguments = property->arguments.items + node->first;
    if (node->kind == PROPERTY_ATOM) {
      truth[i] = forms->holds[node->first];
      continue;
    }
    truth[i] = node->kind == PROPERTY_AND ? UINT64_MAX : 0;
    for (uint32_t k = 0; k < node->count; k++)
      if (node->kind == PROPERTY_AND)
        truth[i] &= truth[arguments[k].node];
      else
        truth[i] |= truth[arguments[k].node];
  }
  for (size_t i = 0; i < property->assertions.count; i++)
    all &= truth[property->assertions.items[i]];
  return all;
}

/* --- points --- */

/* A bound itself, a point within the box of the part, or anything. */
static void draw_value(Forms *forms, uint32_t variable)
{
  const Property *property = forms->property;
  mpq_t *value = &forms->values[variable];
  uint32_t low = forms->part.lower.items[variable], high = forms->part.upper.items[variable];
  mpq_set_si(*value, (long)random_below(&forms->random, 4001) - 2000,
             1 + random_below(&forms->random, 1000));
  mpq_canonicalize(*value);
  if (low == 0 || high == 0 || random_chance(&forms->random, 1, 50 + property->inputs)) return;
  mpq_t weight;
  mpq_init(weight);
  mpq_set_ui(weight, random_below(&forms->random, 5), 4);
  mpq_canonicalize(weight);
  mpq_add(*value, property->atoms.items[high - 1].bound, property->atoms.items[low - 1].bound);
  mpq_mul(*value, *value, weight);
  mpq_sub(*value, *value, property->atoms.items[low - 1].bound);
  mpq_clear(weight);
}

/* From point `lane` on, the variable has another value. */
static void change(Forms *forms, uint32_t variable, uint32_t lane)
{
  draw_value(forms, variable);
  for (uint32_t i = forms->starts[variable]; i < forms->starts[variable + 1]; i++) {
    const PropertyAtom *atom = &forms->property->atoms.items[forms->mentions[i]];
    uint64_t *word = &forms->holds[forms->mentions[i]], later = UINT64_MAX << lane;
    bool holds = property_atom_holds(forms->property, atom, forms->values);
    *word = holds ? *word | later : *word & ~later;
  }
}

/* The next points come from the box of another part. */
static void choose_part(Forms *forms)
{
  const Property *property = forms->property;
  property_part(property, random_below(&forms->random, property->part_count), &forms->part);
  for (uint32_t i = 0; i < variable_count(property); i++)
    if (forms->part.lower.items[i] != property->common_lower.items[i] ||
        forms->part.upper.items[i] != property->common_upper.items[i])
      change(forms, i, 0);
}

/* Compares the values as they are with the library's evaluation. */
static void compare_whole(const Forms *forms, bool holds)
{
  const Property *property = forms->property;
  assert_int_equal(holds, property_holds(property, forms->values));
  PropertyPart part = {0};
  bool any = false;
  for (uint64_t i = 0; i < property->part_count && !any; i++) {
    property_part(property, i, &part);
    any = property_part_holds(property, &part, forms->values);
  }
  assert_int_equal(holds, any);
  property_part_deinit(&part);
}

static void forms_init(Forms *forms, const Property *property, uint64_t seed)
{
  size_t variables = variable_count(property);
  *forms = (Forms){.property = property, .random = random_stream(seed, 1, 2)};
  forms->values = malloc((variables + 1) * sizeof *forms->values);
  for (size_t i = 0; i < variables; i++) mpq_init(forms->values[i]);
  forms->holds = calloc(property->atoms.count + 1, sizeof *forms->holds);
  forms->nodes = calloc(property->nodes.count + 1, sizeof *forms->nodes);
  forms->starts = calloc(variables + 2, sizeof *forms->starts);
  forms->mentions = calloc(property->coefficients.count + 1, sizeof *forms->mentions);
  for (size_t i = 0; i < property->coefficients.count; i++)
    forms->starts[property->coefficients.items[i].variable + 2]++;
  for (size_t i = 2; i < variables + 2; i++) forms->starts[i] += forms->starts[i - 1];
  for (size_t i = 0; i < property->atoms.count; i++) {
    const PropertyAtom *atom = &property->atoms.items[i];
    for (uint32_t k = 0; k < atom->count; k++) {
      uint32_t variable = property->coefficients.items[atom->first + k].variable;
      forms->mentions[forms->starts[variable + 1]++] = (uint32_t)i;
    }
    forms->holds[i] = property_atom_holds(property, atom, forms->values) ? UINT64_MAX : 0;
  }
  compile(&forms->canonical, property, &forms->part);
}

static void forms_deinit(Forms *forms)
{
  size_t variables = variable_count(forms->property);
  for (size_t i = 0; i < variables; i++) mpq_clear(forms->values[i]);
  free(forms->values);
  free(forms->holds);
  free(forms->nodes);
  free(forms->starts);
  free(forms->mentions);
  VEC_FREE(&forms->canonical.common);
  VEC_FREE(&forms->canonical.atoms);
  VEC_FREE(&forms->canonical.starts);
  free(forms->canonical.own_lower);
  free(forms->canonical.own_upper);
  property_part_deinit(&forms->part);
}

size_t forms_compare(const Property *property, size_t points, uint64_t seed)
{
  size_t variables = variable_count(property), satisfied = 0;
  Forms forms;
  forms_init(&forms, property, seed);
  for (uint32_t i = 0; i < variables; i++) change(&forms, i, 0);
  for (size_t point = 0; point < points; point += LANES) {
    /* What held at the last point of the words holds at all of the next ones, until something changes. */
    for (size_t i = 0; i < property->atoms.count; i++)
      forms.holds[i] = forms.holds[i] >> (LANES - 1) ? UINT64_MAX : 0;
    uint32_t lanes = points - point < LANES ? (uint32_t)(points - point) : LANES;
    choose_part(&forms);
    for (uint32_t lane = 0; lane < lanes; lane++)
      for (uint32_t i = 0; i < CHANGES && variables; i++)
        change(&forms, (uint32_t)random_below(&forms.random, variables), lane);
    uint64_t used = UINT64_MAX >> (LANES - lanes), any = parts_hold(&forms) & used;
    assert_int_equal(any, formula_holds(&forms) & used);
    satisfied += (size_t)__builtin_popcountll(any);
    if (point % WHOLE == 0) compare_whole(&forms, any >> (lanes - 1));
  }
  forms_deinit(&forms);
  return satisfied;
}
