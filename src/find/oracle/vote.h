/* What one solver said of a script: the answers that count, and whether its models are right. */
#ifndef FIND_ORACLE_VOTE_H
#define FIND_ORACLE_VOTE_H

#include "find/oracle/core.h"
#include "find/oracle/facts.h"
#include "run/solver/outcome.h"
#include "smt/eval/check.h"

typedef enum {
  MODEL_NONE,
  MODEL_OPEN,  /* at least one assertion is undetermined, or the model cannot be read */
  MODEL_RIGHT, /* all assertions are true */
  MODEL_WRONG  /* an assertion is false */
} ModelState;

typedef struct {
  AnswerKind kind; /* ANSWER_SAT, _UNSAT, _UNKNOWN or _TIMEOUT */
  ModelState model;
} VoteAnswer;

typedef struct {
  bool cast; /* the solver has run */
  OutcomeKind outcome;
  int exit_code, signal; /* see RunResult */
  bool rejected; /* an error before any answer, and not of a name or theory that the solver lacks */
  VEC(VoteAnswer) answers; /* to the first queries, up to the first one that is void or missing */
  char *message, *group;   /* see Outcome; NULL: none */
  uint64_t wall_ns, cpu_ns, peak_bytes;
  RunManner manner;
  uint32_t scripts_before; /* this and the next: see RunResult */
  const char *plain_because;
  uint32_t false_query;  /* number of the first check-sat with a wrong model, from 1; 0: none */
  uint64_t false_line;   /* of the assertion that is false in it */
  char *false_assertion; /* its text, shortened; NULL: none */
  Cores cores;           /* unsat cores and failed assumptions that it claims */
} Vote;

/* The script as it is needed for checking models. */
typedef struct {
  Bank *bank; /* into which the script has been read; NULL: models are not checked */
  const char *text;
  uint64_t length;
  EvalLimits limits;
} VoteScript;

void vote_read(const Facts *facts, const VoteScript *script, const Outcome *outcome, Vote *vote);
void vote_deinit(Vote *vote);

/* The answer to a query, numbered from 0; ANSWER_OTHER if there is none that counts. */
AnswerKind vote_answer(const Vote *vote, size_t query);
/* sat or unsat. */
bool vote_decides(const Vote *vote, size_t query);

#endif
