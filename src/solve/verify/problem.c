#include "solve/verify/problem.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"

/* Numbers one row of a property. */
static void add_row(Problem *problem, const PropertyAtom *atom)
{
  const Property *property = problem->property;
  uint32_t inputs = property->inputs, outputs = property->outputs;
  size_t first = problem->weights.count;
  for (uint32_t i = 0; i < inputs + outputs; i++) VEC_PUSH(&problem->weights, 0);
  for (uint32_t i = 0; i < atom->count; i++) {
    const PropertyCoefficient *coefficient = &property->coefficients.items[atom->first + i];
    uint32_t at = coefficient->variable < inputs ? outputs + coefficient->variable
                                                 : coefficient->variable - inputs;
    problem->weights.items[first + at] = mpq_get_d(coefficient->value);
  }
  VEC_PUSH(&problem->bounds, property_round_up(atom->bound));
}

static void add_disjunct(Problem *problem, const PropertyPart *part, uint64_t index)
{
  const Property *property = problem->property;
  Disjunct disjunct = {.first = (uint32_t)problem->bounds.count, .part = index};
  for (uint32_t i = property->inputs; i < property->inputs + property->outputs; i++) {
    if (part->lower.items[i]) add_row(problem, &property->atoms.items[part->lower.items[i] - 1]);
    if (part->upper.items[i]) add_row(problem, &property->atoms.items[part->upper.items[i] - 1]);
  }
  for (size_t i = 0; i < part->rows.count; i++)
    add_row(problem, &property->atoms.items[part->rows.items[i]]);
  disjunct.count = (uint32_t)problem->bounds.count - disjunct.first;
  VEC_PUSH(&problem->disjuncts, disjunct);
}

static void key_of(const Property *property, const PropertyPart *part, U32Vec *key)
{
  key->count = 0;
  VEC_APPEND(key, part->lower.items, property->inputs);
  VEC_APPEND(key, part->upper.items, property->inputs);
}

static Problem *find(ProblemVec *problems, const U32Vec *key)
{
  enum { LOOK_BACK = 64 };
  for (size_t i = problems->count; i > 0 && i + LOOK_BACK > problems->count; i--) {
    Problem *problem = &problems->items[i - 1];
    if (problem->bounds.count < PROBLEM_MAX_ROWS &&
        memcmp(problem->key.items, key->items, key->count * sizeof *key->items) == 0)
      return problem;
  }
  return NULL;
}

static Status add_problem(ProblemVec *problems, const Net *net, const Property *property,
                          const PropertyPart *part, U32Vec *key, Error *error)
{
  Problem problem = {.net = net, .property = property};
  problem.lower = mem_alloc(2 * (size_t)property->inputs, sizeof(double));
  problem.upper = problem.lower + property->inputs;
  VEC_APPEND(&problem.key, key->items, key->count);
  VEC_PUSH(problems, problem);
  for (uint32_t i = 0; i < property->inputs; i++) {
    problem.lower[i] = property_lower(property, part, i);
    problem.upper[i] = property_upper(property, part, i);
    if (!isfinite(problem.lower[i]) || !isfinite(problem.upper[i]))
      return error_set(error, STATUS_LIMIT, "input X_%u is not bounded", i);
  }
  return STATUS_OK;
}

/* The rows that add_disjunct will add. */
static size_t row_count(const Property *property, const PropertyPart *part)
{
  size_t count = part->rows.count;
  for (uint32_t i = property->inputs; i < property->inputs + property->outputs; i++)
    count += (part->lower.items[i] != 0) + (part->upper.items[i] != 0);
  return count;
}

/* Takes `count` groups of `each` numbers off the room that is left. */
static Status take_room(size_t *room, size_t count, size_t each, Error *error)
{
  if (each > 0 && count > *room / each)
    return error_set(error, STATUS_LIMIT,
                     "the boxes and rows of the property have too many numbers");
  *room -= count * each;
  return STATUS_OK;
}

static Status add_part(ProblemVec *problems, const Net *net, const Property *property,
                       const PropertyPart *part, uint64_t index, U32Vec *key, size_t *room,
                       Error *error)
{
  size_t inputs = property->inputs, variables = inputs + property->outputs;
  Status status = take_room(room, row_count(property, part), variables, error);
  if (status) return status;
  key_of(property, part, key);
  Problem *problem = find(problems, key);
  if (!problem) {
    status = take_room(room, 1, 3 * inputs, error); /* lower, upper and the key */
    if (!status) status = add_problem(problems, net, property, part, key, error);
    if (status) return status;
    problem = &problems->items[problems->count - 1];
  }
  add_disjunct(problem, part, index);
  return STATUS_OK;
}

Status problems_build(ProblemVec *problems, const Net *net, const Property *property,
                      const ProblemLimits *limits, Error *error)
{
  if (net_input_size(net) != property->inputs || net_output(net)->size != property->outputs)
    return error_set(error, STATUS_SORT,
                     "the network has %u inputs and %u outputs, but the property has %u and %u",
                     net_input_size(net), net_output(net)->size, property->inputs,
                     property->outputs);
  Status status = STATUS_OK;
  PropertyPart part = {0};
  U32Vec key = {0};
  size_t room = limits->numbers;
  for (uint64_t i = 0; i < property->part_count && !status; i++) {
    if (clock_monotonic_ns() >= limits->until_ns || (limits->stop && *limits->stop)) {
      status = error_set(error, STATUS_LIMIT, "the time is over");
      break;
    }
    property_part(property, i, &part);
    if (!part.empty) status = add_part(problems, net, property, &part, i, &key, &room, error);
  }
  VEC_FREE(&key);
  property_part_deinit(&part);
  return status;
}

void problems_free(ProblemVec *problems)
{
  for (size_t i = 0; i < problems->count; i++) {
    Problem *problem = &problems->items[i];
    free(problem->lower);
    VEC_FREE(&problem->key);
    VEC_FREE(&problem->disjuncts);
    VEC_FREE(&problem->weights);
    VEC_FREE(&problem->bounds);
  }
  VEC_FREE(problems);
}

double problem_excess(const Problem *problem, const Disjunct *disjunct, const double *x,
                      const double *y, size_t *worst)
{
  uint32_t outputs = problem_outputs(problem), inputs = problem_inputs(problem);
  double excess = -INFINITY;
  *worst = disjunct->first;
  for (size_t row = disjunct->first; row < disjunct->first + disjunct->count; row++) {
    const double *weights = problem_row(problem, row);
    double value = -problem->bounds.items[row];
    for (uint32_t i = 0; i < outputs; i++) value += weights[i] * y[i];
    for (uint32_t i = 0; i < inputs; i++)
      if (weights[outputs + i] != 0) value += weights[outputs + i] * x[i];
    if (value <= excess) continue;
    excess = value;
    *worst = row;
  }
  return excess;
}
