/* Branch and bound over boxes of inputs, by any number of threads.
 *
 *   Split *search = split_create(&problem, &options);
 *   split_run(search, until_ns);           may be called again, with a later time, until the state is final
 *   split_destroy(search);
 *
 * A box is closed if for each disjunct a row is proved to be above its bound. Boxes that are not are clipped by the
 * linear bounds, tried for witnesses, and split. */
#ifndef SOLVE_VERIFY_SPLIT_H
#define SOLVE_VERIFY_SPLIT_H

#include "nn/bound/bound.h"
#include "solve/verify/frontier.h"
#include "solve/verify/proof.h"

/* How the input to split is chosen. */
typedef enum {
  SPLIT_SLOPE, /* the largest |slope| x width */
  SPLIT_WIDEST,
} SplitChoice;

/* A verifier of others, and the network for it. */
typedef struct {
  const char
      *solver; /* an expression: vnncomp@/path/to/run_instance.sh, or a program with its words */
  const char *network; /* in the ONNX format */
  size_t length;
} SplitExternal;

typedef struct {
  unsigned threads;
  uint64_t seed;
  uint64_t end_ns; /* of clock_monotonic_ns: when the last run will end */
  SplitChoice choice;
  BoundMethod method;
  bool no_clip;
  bool no_attack;
  const SplitExternal *external; /* of that engine */
  Proof *proof;                  /* gets the tree, if it is not NULL; then boxes are not clipped */
  uint32_t subproblem;           /* of the proof */
} SplitOptions;

typedef struct Split Split;

Split *split_create(const Problem *problem, const SplitOptions *options);
void split_destroy(Split *search);
/* Runs until a time of clock_monotonic_ns, or until `stop`, where it is not NULL, is set. */
SplitState split_run(Split *search, uint64_t until_ns, const volatile bool *stop);
SplitProgress split_progress(Split *search);
/* Of SPLIT_SAT: the caller takes it over. */
Witness split_take_witness(Split *search);

#endif
