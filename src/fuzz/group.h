/* Findings of a campaign, in groups that may well have one cause each: those with the same signature. */
#ifndef FUZZ_GROUP_H
#define FUZZ_GROUP_H

#include "base/vec.h"
#include "oracle/poll.h"

typedef struct {
  char *signature;
  FindingKind kind;
  SolverSet accused;
  size_t count;    /* of inputs that show it twice */
  size_t flaky;    /* of inputs that showed it once, and not again */
  bool alone;      /* the example shows it, too, when nothing else runs */
  uint64_t number; /* of the example: the shortest input that shows it twice, else the first one */
  uint32_t place;  /* of the example's finding among those of that input */
  uint64_t at_ns;  /* when the first was found, since the start */
  char *evidence;  /* of the example, in one line */
  char *text;      /* the example */
  size_t length;
  char *script;     /* what shows it, if that is another text than the input; NULL */
  char *answers;    /* "z3: sat, cvc5: unsat" */
  uint64_t changes; /* how often this record has changed */
} FindingGroup;

typedef VEC(FindingGroup) FindingGroups;

/* What findings are about. */
typedef struct {
  const Solver *solvers;
  size_t solver_count;
  const Ballot *ballot; /* with the votes */
  uint64_t number;      /* of the input */
  uint32_t place;       /* of the finding among those of the input, from 0 */
  const char *text;
  size_t length;
  uint64_t at_ns;
} FindingSource;

/* What all solvers said, a text to free: "z3: sat, cvc5: unsat". */
char *finding_answers(const FindingSource *source);

/* True: there was none of its signature that is confirmed, and this one is. */
bool groups_add(FindingGroups *groups, const Finding *finding, const FindingSource *source);
/* The group of a signature; NULL: there is none. */
FindingGroup *groups_find(const FindingGroups *groups, const char *signature);
/* Groups that have something confirmed. */
size_t groups_confirmed(const FindingGroups *groups);
void groups_deinit(FindingGroups *groups);

#endif
