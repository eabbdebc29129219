/* Which of many inputs to run, learnt from the runs so far: making an input takes microseconds, running it a thousand times that.
 *
 *   guide_learn(&guide, text, length, &result);         of each input that was run
 *   guide_prepare(&guide, best);                        before a choice: trains if there is enough that is new
 *   guide_rate(&guide, text, length);                   the gain to expect of an input for each unit of its cost
 *
 * Logarithms of what the targets and the references need are a linear function of what is in the input (guide_linear.h) and what is left
 * of it. A forest (guide_forest.h) says which inputs that were run are like this one; what was left of each of them, for both sides together, is one
 * way in which it may turn out, times a factor with heavy tails: so an input can be better than all that were seen, and it is the chance of
 * that, not the mean, which is rated. The rate is the expected gain above the best divided by the expected cost (expected
 * improvement per second; Snoek, Larochelle, Adams 2012). A run that was stopped needs more than what it had used: much more, if that
 * was all of its limit; a solver that has not run, since the other had decided, is taken for a usual one.
 *
 * The same seed and the same results give the same rates, in a guide that was saved and restored, too. */
#ifndef FIND_FUZZ_GUIDE_H
#define FIND_FUZZ_GUIDE_H

#include "base/bytes.h"
#include "find/fuzz/guide_forest.h"
#include "find/fuzz/guide_linear.h"
#include "find/fuzz/score.h"
#include "find/fuzz/trial.h"

typedef struct {
  GuideRow row;
  TrialResult result;
} GuideExample;

/* The logarithm of what a solver needs: a direction, and a correction by the inputs that are alike. */
enum { GUIDE_TARGET, GUIDE_REFERENCE, GUIDE_VOID };

typedef struct {
  uint64_t seed;
  double perfect;  /* the largest margin; half of it is the limit of a run */
  LeastGain least; /* for a margin to be better */
  VEC(GuideExample) examples;
  size_t trained;     /* the first examples are those that the forest was trained on */
  uint64_t trainings; /* so far */
  GuideLinear linear[GUIDE_VOID];
  GuideForest forest;
  VEC(GuideValues) rest; /* of each example that was trained on: what the linear functions leave */
  double patience; /* what references have, and run first; 0: targets run first (patience.h) */
  double best;     /* that inputs have to beat */
} Guide;

void guide_init(Guide *guide, uint64_t seed, double perfect, const LeastGain *least);
void guide_deinit(Guide *guide);

void guide_learn(Guide *guide, const char *text, size_t length, const TrialResult *result);
/* The margin that a result stands for: what is not known is estimated. */
double guide_margin(const Guide *guide, const TrialResult *result);

/* Is enough known to rate inputs? Then `best` is the margin that they have to beat. */
bool guide_prepare(Guide *guide, double best);
double guide_rate(const Guide *guide, const char *text, size_t length);

/* For a guide that was made alike. What cannot be makes the reader fail. */
void guide_save(const Guide *guide, StrBuf *out);
void guide_restore(Guide *guide, ByteReader *reader);

#endif
