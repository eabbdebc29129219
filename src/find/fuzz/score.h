/* How hard an input is for a solver, and how much harder for targets than for references.
 *
 *   score(s, I)  = cost of s on I if s decides it, else a penalty
 *   margin(I)    = minimum score of a target  -  largest score of a reference
 *
 * Costs of one campaign are of one kind and have one limit, in the unit of the kind.
 *
 * Where processes of the target get several queries and those of the reference one (cleanup), time is compared with as many
 * processes of the reference, memory with one of them; and nothing is assumed of a target beyond what was seen. */
#ifndef FIND_FUZZ_SCORE_H
#define FIND_FUZZ_SCORE_H

#include "run/solver/outcome.h"

#define COST_LIST(X)                                                                               \
  X(COST_CPU, "cpu")         /* seconds of CPU time */                                             \
  X(COST_WALL, "wall")       /* seconds */                                                         \
  X(COST_MEMORY, "memory")   /* MiB, the peak */                                                   \
  X(COST_COUNTER, "counter") /* the solver's own measure of work */

#define COST_ENUM(code, name) code,
typedef enum { COST_LIST(COST_ENUM) COST_COUNT } CostKind;
#undef COST_ENUM

/* What a run costs that does not decide the input. */
#define PENALTY_LIST(X)                                                                            \
  X(PENALTY_PAR2, "par2")   /* twice the limit */                                                  \
  X(PENALTY_ADDED, "added") /* what it used, and the limit */

#define PENALTY_ENUM(code, name) code,
typedef enum { PENALTY_LIST(PENALTY_ENUM) PENALTY_COUNT } PenaltyKind;
#undef PENALTY_ENUM

typedef struct {
  CostKind cost;
  PenaltyKind penalty;
  double limit;      /* in the unit of the cost; above 0 */
  bool void_unknown; /* a solver that gives up says nothing */
  uint32_t
      queries; /* that a process of the target gets for one of a reference; 0: as many as those */
} ScoreRule;

/* One run of a solver, or several taken together. */
typedef struct {
  bool ran;
  bool cut; /* ended by a limit that is below the one of the rule: not decided, and not a failure */
  OutcomeKind outcome;
  bool
      reused; /* of a process that was there already: it does not tell whether the program still starts */
  uint64_t wall_ns, cpu_ns, peak_bytes;
  bool has_counter;
  uint64_t counter;
} Measurement;

const char *cost_name(CostKind kind);
const char *cost_unit(CostKind kind); /* "s", "MiB", "" */
const char *penalty_name(PenaltyKind kind);

/* Of a run, without its output. */
Measurement measurement_of(const Outcome *outcome);

/* What it used, in the unit of the rule. */
double score_cost(const ScoreRule *rule, const Measurement *measured);

/* Did the solver decide within the limit of the rule? An answer that comes after the limit is none. */
bool score_solved(const ScoreRule *rule, const Measurement *measured);

/* Does the run say how hard the input is? It does if the solver decides, meets a limit or, unless the rule
 * says otherwise, gives up; a solver that rejects the input, lacks something, crashes or was ended by others says nothing. */
bool score_counts(const ScoreRule *rule, const Measurement *measured);

/* The score of a run that counts. The score of a target is never more than what is sure: where memory is
 * the cost and time ran out, a target has used what was seen, and a reference all that it may. */
double score_target(const ScoreRule *rule, const Measurement *measured);
double score_reference(const ScoreRule *rule, const Measurement *measured);
/* How much of what a reference uses counts as one of the score. */
double score_reference_factor(const ScoreRule *rule);

/* The largest margin that `inputs` inputs can have together. */
double score_perfect(const ScoreRule *rule, size_t inputs);

/* How much better a margin has to be, to be called better. */
typedef struct {
  double absolute; /* in the unit of the cost */
  double relative; /* part of the size of the margin that is to be beaten */
} LeastGain;

/* A margin is better than `best` if it is above this. */
double score_bar(const LeastGain *least, double best);

#endif
