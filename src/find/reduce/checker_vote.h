/* The behaviour that oracles see: a finding about one of several solvers. */
#ifndef FIND_REDUCE_CHECKER_VOTE_H
#define FIND_REDUCE_CHECKER_VOTE_H

#include "find/oracle/judge.h"
#include "find/reduce/checker.h"
#include "language/language.h"

typedef struct {
  const LanguageInterface *language; /* of the texts */
  const Solver *solvers;
  size_t count;        /* at most SOLVER_SET_MAX */
  uint64_t timeout_ns; /* 0: learnt from the original, */
  uint64_t first_ns;   /* which is given that long at most; 0: a minute */
  uint64_t memory_bytes;
  ExamineLimits eval;
  bool no_models; /* do not ask for models */
  bool trace;     /* a crash is told from others by its stack */
  const char
      *choice; /* of several findings: a signature, number from 1, or part of a signature; NULL:
                         the first */
} VoteBehaviour;

/* Keeps a finding about the original, as `assay vote` would have it, but without regard to the status
 * that the script gives, which is not that of another script. Kept is what finding_shows
 * says, and of a wrong answer that it is the same one. The solvers have to outlive the check.
 *
 * On the original solvers get little time at first, and more only as long as no finding shows: one that has no
 * part in it is not waited for. */
Checker *checker_vote_create(const VoteBehaviour *behaviour);

/* After learning: the signatures of all findings about the original, and which of them is kept. */
typedef struct {
  const char *const *signatures;
  size_t count;
  size_t kept;
} VoteFindings;

/* The blamed solvers of what is kept. */
SolverSet checker_vote_blamed(const Checker *check);
VoteFindings checker_vote_findings(const Checker *check);

#endif
