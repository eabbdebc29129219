/* What each solver did on all scripts of a vote, in numbers. */
#ifndef CLI_COMMAND_VOTE_TALLY_H
#define CLI_COMMAND_VOTE_TALLY_H

#include "cli/option/json.h"
#include "cli/option/table.h"
#include "find/oracle/poll.h"

/* Of one solver: on how many scripts. */
typedef struct {
  uint64_t scripts;   /* it ran */
  uint64_t crash;     /* its run crashed */
  uint64_t incorrect; /* an answer, model or core of it is wrong, and was again in a second run */
  uint64_t unknown, timeout;
} VoteTally;

typedef VEC(VoteTally) VoteTallies;

/* `tallies` has one for each solver. */
void vote_tally_add(VoteTallies *tallies, const PollResult *polled);
void vote_tally_print(const VoteTallies *tallies, const SolverVec *solvers, Style style);
/* {"summary": [{"solver": NAME, "scripts": N, ...}, ...]} */
json_t *vote_tally_object(const VoteTallies *tallies, const SolverVec *solvers);

#endif
