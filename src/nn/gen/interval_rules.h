/* Rules that bound the results of a node by those of its inputs. Most run the operator's own kernel, in doubles, on
 * ends or sizes of the intervals. A result has room for what other runtimes compute with floats of 32 bits. */
#ifndef NN_GEN_INTERVAL_RULES_H
#define NN_GEN_INTERVAL_RULES_H

#include "nn/gen/interval.h"

typedef struct {
  const Graph *graph;
  const GraphNode *node;
  const Interval *in; /* node->input_count; low is NULL for one that is left out */
  Interval *
      out; /* node->output_count, full of zeros; a rule clears `low` of a result that it says nothing about */
} IntervalTask;

/* False: nothing is known of the results. */
typedef bool (*IntervalRule)(const IntervalTask *task);

/* NULL if there is none. */
IntervalRule interval_find_rule(OperatorKind kind);

/* Shared by the files of rules. */
enum { INTERVAL_TERMS = 64 /* errors in the last place that a function of one number may have */ };
void interval_widen(double *low, double *high, double size, size_t terms);
double interval_size(const Interval *x, size_t i); /* the largest |number| */
double interval_largest(const Interval *x);        /* of all elements */
bool interval_is_point(const Interval *x);
/* Result `output` of the kernel for chosen numbers of the inputs; freed by the caller. NULL if it fails. Constants that are no
 * floats are given as they are. */
typedef double (*IntervalPick)(const Interval *x, size_t i);
double *interval_run(const IntervalTask *task, const IntervalPick *picks, uint32_t output);
double interval_pick_low(const Interval *x, size_t i);
double interval_pick_high(const Interval *x, size_t i);
/* The same numbers for all elements. */
bool interval_fill(const IntervalTask *task, double low, double high, double size);

#define INTERVAL(name, rule) bool interval_##rule(const IntervalTask *task);
#include "nn/gen/intervals.def"
#undef INTERVAL

#endif
