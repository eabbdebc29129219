/* What one solver said of an input: the answers that count, and whether its models are right.
 *
 * vote_read takes what every language has in common from the outcome of a run; the examiner of the language
 * adds what it finds in models and cores (language/examiner.h). */
#ifndef LANGUAGE_VOTE_H
#define LANGUAGE_VOTE_H

#include "language/facts.h"
#include "run/solver/outcome.h"

typedef enum {
  MODEL_NONE,
  MODEL_OPEN,  /* it cannot be told, or the model cannot be read */
  MODEL_RIGHT, /* it satisfies the input */
  MODEL_WRONG  /* it does not */
} ModelState;

typedef struct {
  SolverAnswer kind; /* never SAYS_NOTHING */
  ModelState model;
  char *text; /* the model, if it is right or wrong and not too long; NULL: not known */
} VoteAnswer;

/* An unsat core that a solver printed, as an input that has to be unsat. */
typedef struct {
  uint32_t query;   /* that it is about, from 1 */
  bool assumptions; /* it is a list of assumptions that failed; otherwise a core */
  char *shown;      /* the list in one line, shortened */
  char *stranger;   /* a name in it that the input does not give; NULL: none */
  char *script;     /* the text that is claimed to be unsat; NULL if there is a stranger */
  size_t length;
} Core;

typedef VEC(Core) Cores;

/* The first ones are looked at, each of which costs a run of every solver. */
enum { CORES_MAX = 4 };

typedef struct {
  bool cast; /* the solver has run */
  OutcomeKind outcome;
  int exit_code, signal; /* see RunResult */
  bool rejected; /* an error before any answer, and not of a name or theory that the solver lacks */
  VEC(VoteAnswer) answers; /* to the first queries, up to the first one that is void or missing */
  char *message, *group;   /* see Outcome; NULL: none */
  bool located;            /* see Outcome */
  uint64_t wall_ns, cpu_ns, peak_bytes;
  RunManner manner;
  uint32_t scripts_before; /* this and the next: see RunResult */
  const char *plain_because;
  uint32_t false_query;  /* number of the first query with a wrong model, from 1; 0: none */
  uint64_t false_line;   /* of the constraint that is false in it */
  char *false_assertion; /* its text, shortened; NULL: none */
  Cores cores;           /* unsat cores and failed assumptions that it claims */
} Vote;

/* Into a vote that holds nothing. */
void vote_read(const Facts *facts, const Outcome *outcome, Vote *vote);
void vote_deinit(Vote *vote);

/* The answer to a query, numbered from 0; SAYS_NOTHING if there is none that counts. */
SolverAnswer vote_answer(const Vote *vote, size_t query);
/* Keeps the text of a model with an answer, numbered from 0. */
void vote_keep_model(Vote *vote, size_t query, const char *text, size_t length);
/* sat or unsat. */
bool vote_decides(const Vote *vote, size_t query);
/* Is that its answer to any query? */
bool vote_says(const Vote *vote, SolverAnswer answer);

#endif
