/* The oracles: what the votes of several solvers on one script say about the solvers. They lean towards
 * not accusing anyone. */
#ifndef FIND_ORACLE_JUDGE_H
#define FIND_ORACLE_JUDGE_H

#include "find/oracle/finding.h"
#include "language/examiner.h"

/* What solvers have said elsewhere that is about the first query of this script: it has to be unsat. */
typedef enum {
  CLAIM_NONE,
  CLAIM_CORE,        /* it is an unsat core that they printed */
  CLAIM_ASSUMPTIONS, /* the same for assumptions that failed */
  CLAIM_ANSWER,      /* it is a query to which they said unsat, asked in another way */
  CLAIM_RELATED,     /* its answers follow from what they said, by a relation */
} ClaimKind;

typedef struct {
  ClaimKind kind;
  SolverSet claimants;
  const char *shown;  /* the core, or the name of the relation */
  RelationRule rule;  /* of a relation */
  const Vote *before; /* the votes of each solver on the related script */
} CaseClaim;

/* When a solver is called slow; zeroed: never. */
typedef struct {
  double
      factor; /* it takes more than so many times the CPU time of the fastest that decides, or waits so long and does not end, */
  uint64_t least_ns; /* and this much more */
} SlowRule;

typedef struct {
  const ExaminerWords *words; /* of the language */
  const Facts *facts;
  const char *const *names;    /* of the solvers */
  const char *const *families; /* solvers of one family share code, and mistakes */
  const Vote *votes;           /* of each */
  size_t count;                /* of solvers, at most SOLVER_SET_MAX */
  SolverSet beyond;            /* who does not claim to know the logic: an error is no surprise */
  SolverSet claimed;           /* who does, or was asked: an error is one, whatever others say */
  CaseClaim claim;
  SlowRule slow;
} Case;

/* Those that name the logics that they know. */
SolverSet solvers_with_logics(const Solver *solvers, size_t count);

/* Appends what is found, none of it confirmed.
 *
 * For each query the strongest oracle that has something to say about the answers speaks: evaluation of
 * a script without constants, a checked model, of a solver or one that we have found, the status that the script gives, then the vote of the
 * solvers: a majority of at least three that has members of two families, otherwise only that they
 * disagree. A solver that contradicts itself, a claim that is refuted, and what is wrong with a run, a
 * model or a core are found besides. */
void judge_votes(const Case *trial, Findings *findings);

/* Appends those of the solvers in `set` that contradict themselves: the votes of the case are not from
 * plain runs, but from a long-lived process or another mode, and `plain` has those of plain runs. Sat
 * against unsat is a contradiction, and so is a crash against an answer. What was a plain run after all
 * is left out. */
void judge_modes(const Case *trial, const Vote *plain, SolverSet set, Findings *findings);

#endif
