#include "solve/verify/blind.h"

#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "nn/infer/exact.h"
#include "nn/infer/infer.h"
#include "solve/verify/genetic.h"

enum { NUMBERS_MAX = 1 << 26 };

/* The network as inference sees it. */
typedef struct {
  const Graph *graph;
  const Property *property;
  bool exact; /* all operators are rational */
  const Problem *problem;
  const Disjunct *disjunct; /* in progress */
  Tensor x;
  double *values; /* inputs, then outputs */
} Blind;

/* The outputs for a point, which is rounded to what the input has; false if there are none, or numbers that are not finite. */
static bool infer(Blind *blind, const double *x)
{
  uint32_t inputs = blind->property->inputs, outputs = blind->property->outputs;
  Tensor y;
  Error error;
  for (uint32_t i = 0; i < inputs; i++) {
    tensor_set_double(&blind->x, i, x[i]);
    blind->values[i] = tensor_get_double(&blind->x, i);
    if (!isfinite(blind->values[i])) return false; /* it is beyond the floats */
  }
  if (infer_run(blind->graph, &blind->x, &y, &error)) return false;
  assert(y.count == outputs);
  bool finite = true;
  for (uint32_t i = 0; i < outputs; i++) {
    blind->values[inputs + i] = tensor_get_double(&y, i);
    finite = finite && isfinite(blind->values[inputs + i]);
  }
  tensor_deinit(&y);
  return finite;
}

/* How far the rows are from holding, by more than the tolerance where floats have to decide. */
static double score(void *user, const double *x)
{
  Blind *blind = user;
  assert(blind->problem && blind->disjunct);
  const Problem *problem = blind->problem;
  uint32_t inputs = problem_inputs(problem), outputs = problem_outputs(problem);
  if (!infer(blind, x)) return NAN;
  double worst = -INFINITY;
  for (size_t row = blind->disjunct->first; row < blind->disjunct->first + blind->disjunct->count;
       row++) {
    size_t same;
    const double *y = blind->values + inputs;
    double size = fabs(problem->bounds.items[row]);
    for (uint32_t i = 0; i < outputs; i++)
      size = fmax(size, fabs(problem_row(problem, row)[i] * y[i]));
    Disjunct one = {.first = (uint32_t)row, .count = 1};
    double excess = problem_excess(problem, &one, blind->values, y, &same);
    worst = fmax(worst, excess + (blind->exact ? 0 : WITNESS_FLOAT_TOLERANCE * (1 + size)));
  }
  return worst;
}

/* The property for exact inputs, and exact outputs or what floats say. The bounds of inputs are always exact. */
static bool holds(Blind *blind, mpq_t *values)
{
  const Property *property = blind->property;
  PropertyPart part = {0};
  property_part(property, blind->disjunct->part, &part);
  Error error;
  bool valid = !part.empty;
  if (valid && blind->exact)
    valid = exact_run(blind->graph, values, values + property->inputs, &error) == STATUS_OK;
  for (uint32_t i = 0; i < property->outputs && !blind->exact; i++)
    mpq_set_d(values[property->inputs + i], blind->values[property->inputs + i]);
  valid = valid && property_part_holds(property, &part, values);
  property_part_deinit(&part);
  return valid;
}

static bool validate(Blind *blind, const double *x, Witness *witness)
{
  assert(blind->disjunct);
  const Property *property = blind->property;
  uint32_t inputs = property->inputs, count = inputs + property->outputs;
  if (!(score(blind, x) <= 0)) return false;
  mpq_t *values = exact_new(count);
  for (uint32_t i = 0; i < inputs; i++) mpq_set_d(values[i], blind->values[i]);
  bool valid = holds(blind, values);
  if (valid) {
    *witness = (Witness){
        .input_count = inputs, .output_count = property->outputs, .part = blind->disjunct->part};
    witness->inputs = mem_alloc(inputs, sizeof(mpq_t));
    witness->outputs = mem_alloc(property->outputs, sizeof(double));
    for (uint32_t i = 0; i < inputs; i++) {
      mpq_init(witness->inputs[i]);
      mpq_set(witness->inputs[i], values[i]);
    }
    for (uint32_t i = 0; i < property->outputs; i++)
      witness->outputs[i] = mpq_get_d(values[inputs + i]);
  }
  exact_free(values, count);
  return valid;
}

static bool is_over(const BlindOptions *options)
{
  return clock_monotonic_ns() >= options->until_ns || (options->stop && *options->stop);
}

/* All disjuncts of all subproblems in turn, with twice the generations each time, up to a limit. */
static bool search(Blind *blind, const ProblemVec *problems, const BlindOptions *options,
                   Witness *witness)
{
  Random random = random_stream(options->seed, 14, 0);
  enum { FIRST = 10, MOST = 1 << 20 };
  for (int generations = FIRST; !is_over(options);
       generations = generations < MOST ? 2 * generations : generations)
    for (size_t p = 0; p < problems->count; p++) {
      blind->problem = &problems->items[p];
      for (size_t d = 0; d < blind->problem->disjuncts.count; d++) {
        blind->disjunct = &blind->problem->disjuncts.items[d];
        if (is_over(options)) return false;
        Genetic *genetic = genetic_create(&(GeneticTask){.lower = blind->problem->lower,
                                                         .upper = blind->problem->upper,
                                                         .inputs = blind->property->inputs,
                                                         .score = score,
                                                         .user = blind},
                                          &random);
        bool found = genetic_best_score(genetic) <= 0;
        for (int i = 0; i < generations && !found && !is_over(options); i++)
          found = genetic_step(genetic, &random);
        found = found && validate(blind, genetic_best(genetic), witness);
        genetic_destroy(genetic);
        if (found) return true;
      }
    }
  return false;
}

static bool fits(const Graph *graph, const Property *property)
{
  if (graph->inputs.count != 1 || graph->outputs.count != 1) return false;
  const TensorShape *x = &graph_value(graph, graph->inputs.items[0])->shape,
                    *y = &graph_value(graph, graph->outputs.items[0])->shape;
  size_t inputs, outputs;
  return tensor_type_is_float(x->type) && tensor_type_is_float(y->type) &&
         tensor_shape_count(x, NUMBERS_MAX, &inputs) &&
         tensor_shape_count(y, NUMBERS_MAX, &outputs) && inputs == property->inputs &&
         outputs == property->outputs && inputs > 0;
}

bool blind_attack(const Graph *graph, const Property *property, const BlindOptions *options,
                  Witness *witness)
{
  if (!fits(graph, property)) return false;
  /* Subproblems need a network only for its sizes. */
  Net sizes = {0};
  net_add_input(&sizes, property->inputs);
  net_add_affine(&sizes, property->outputs, NULL);
  Blind blind = {.graph = graph, .property = property};
  Error error;
  blind.exact = exact_check(graph, &error) == STATUS_OK;
  ProblemVec problems = {0};
  ProblemLimits limits = {
      .numbers = NUMBERS_MAX, .until_ns = options->until_ns, .stop = options->stop};
  bool found = false;
  if (!problems_build(&problems, &sizes, property, &limits, &error) && problems.count > 0) {
    tensor_init(&blind.x, graph_value(graph, graph->inputs.items[0])->shape);
    blind.values = mem_alloc((size_t)property->inputs + property->outputs, sizeof *blind.values);
    found = search(&blind, &problems, options, witness);
    tensor_deinit(&blind.x);
    free(blind.values);
  }
  problems_free(&problems);
  net_deinit(&sizes);
  return found;
}
