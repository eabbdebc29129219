/* What `assay vote` prints: a table with the findings in groups, JSON or CSV. */
#ifndef CLI_COMMAND_VOTE_REPORT_H
#define CLI_COMMAND_VOTE_REPORT_H

#include "cli/command/vote_tally.h"
#include "cli/option/table.h"
#include "find/oracle/poll.h"

typedef enum { VOTE_TABLE, VOTE_JSON, VOTE_CSV } VoteFormat;

enum { VOTE_GROUP_SHOWN = 3 };

/* Findings with one signature. */
typedef struct {
  char *signature;
  size_t count;
  size_t order;                     /* in which they came */
  char *examples[VOTE_GROUP_SHOWN]; /* "FILE: evidence" of the first ones */
} VoteGroup;

typedef VEC(VoteGroup) VoteGroups;

typedef struct {
  VoteFormat format;
  const SolverVec *solvers;
  Style style;
  size_t path_width; /* of the longest name */
  bool quiet;        /* only scripts with findings in the table */
  SolveMode mode;
  VEC(TableColumn) columns;
  VEC(size_t) widths;
  Table table;
  VoteTallies tallies; /* of each solver */
  VoteGroups confirmed, flaky;
  VoteGroups doubts; /* about what scripts say of themselves: they blame no solver */
  size_t rows, inputs, skipped, undecided;
  size_t missing; /* runs that could not be started */
} VoteReport;

/* What a path is called in reports. */
const char *vote_report_name(const char *path);

/* Format, solvers, style, path_width, quiet and mode are set by the caller. */
void vote_report_init(VoteReport *report);
void vote_report_add(VoteReport *report, const PollResult *polled);
/* What stands at the end. */
void vote_report_finish(VoteReport *report);
void vote_report_deinit(VoteReport *report);

#endif
