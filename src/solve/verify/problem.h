/* Subproblems: a property over a network as boxes of inputs, each with disjuncts of rows that all have to hold. */
#ifndef SOLVE_VERIFY_PROBLEM_H
#define SOLVE_VERIFY_PROBLEM_H

#include "nn/bound/fixpoint.h"
#include "nn/property/property.h"

enum { PROBLEM_MAX_ROWS = 512 };

typedef struct {
  uint32_t first, count; /* rows */
  uint64_t part;         /* of the property */
} Disjunct;

/* Parts of the property that have the same input box. The box and the bounds of rows are rounded outward: what has no
 * witness here has none in the property. */
typedef struct {
  const Net *net;
  const Property *property;
  double *lower, *upper;
  U32Vec key; /* the atoms of the box */
  VEC(Disjunct) disjuncts;
  VEC(double) weights; /* of rows: outputs, then inputs */
  VEC(double) bounds;  /* of rows: the row is at most this */
} Problem;

typedef VEC(Problem) ProblemVec;

/* What building may cost. */
typedef struct {
  size_t numbers;            /* of all boxes and rows */
  uint64_t until_ns;         /* of clock_monotonic_ns */
  const volatile bool *stop; /* may be NULL */
} ProblemLimits;

/* Appends the subproblems that are not empty. STATUS_SORT: the property does not fit the network; STATUS_LIMIT: a limit
 * is exceeded, or an input has no bounds. What was appended is to be freed in any case. */
Status problems_build(ProblemVec *problems, const Net *net, const Property *property,
                      const ProblemLimits *limits, Error *error);
void problems_free(ProblemVec *problems);

static inline uint32_t problem_inputs(const Problem *problem)
{
  return net_input_size(problem->net);
}
static inline uint32_t problem_outputs(const Problem *problem)
{
  return net_output(problem->net)->size;
}
static inline const double *problem_row(const Problem *problem, size_t row)
{
  return problem->weights.items + row * (problem_inputs(problem) + problem_outputs(problem));
}
static inline FixpointRow problem_fixpoint_row(const Problem *problem, size_t row)
{
  const double *weights = problem_row(problem, row);
  return (FixpointRow){weights, weights + problem_outputs(problem), problem->bounds.items[row]};
}
/* How far a point is from satisfying a disjunct, in doubles: the largest excess of its rows. `worst` is that row. */
double problem_excess(const Problem *problem, const Disjunct *disjunct, const double *x,
                      const double *y, size_t *worst);

#endif
