/* The behaviour of a solver that takes longer than another one. */
#ifndef FIND_REDUCE_CHECKER_SLOW_H
#define FIND_REDUCE_CHECKER_SLOW_H

#include "find/reduce/checker.h"
#include "language/language.h"
#include "run/solver/outcome.h"

typedef struct {
  const LanguageInterface *language; /* of the texts */
  const Solver *target;              /* that is slow */
  const Solver
      *reference; /* that decides what it is given; NULL: all the time of the target counts */
  uint32_t
      queries; /* that the target gets for one of the reference, so that its time counts so often; 0: one */
  double keep_margin;  /* the part of the time between them that has to be left: in (0, 1] */
  uint64_t timeout_ns; /* for the original; 0: until the target is slow enough by far */
  uint64_t memory_bytes;
} SlowBehaviour;

/* CPU time counts. A candidate never runs longer than needed: the target is ended once it has taken the
 * time that it has to take. The solvers have to outlive the check. */
Checker *checker_slow_create(const SlowBehaviour *behaviour);

#endif
