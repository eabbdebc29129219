/* What a solver said of a script: the text that the script asked for, and how far it is to be believed. */
#ifndef SOLVE_PORTFOLIO_REPLY_H
#define SOLVE_PORTFOLIO_REPLY_H

#include "run/solver/outcome.h"
#include "solve/portfolio/problem.h"

typedef struct {
  OutcomeKind outcome;
  char *text; /* what it printed, without models that only we asked for */
  size_t length;
  /* The same where answers that do not count are unknown, and what was said about them is an error: what is printed if the reply is
   * not the answer. `missing` more checks are unknown after it. */
  char *shown;
  size_t shown_length, missing;
  bool shown_errors; /* there is an error in it */
  char *letters;     /* of each answer that counts, as in run_log.h */
  size_t decided;    /* how many of them are sat or unsat */
  bool complete;     /* every check-sat has an answer that counts, and all are decided */
  bool errors;       /* there is an error in the text */
  bool
      broken; /* the solver was ended, or ended badly: the text may lack what it would have printed */
  bool wrong;    /* an answer, by its model or by evaluation */
  bool doubtful; /* an answer contradicts the script's status, and nobody has checked it */
  bool
      unchecked; /* a sat answer came without a model, or with one that the evaluator cannot decide */
  double seconds; /* of checking */
  char *message;  /* of an error or a crash; NULL: none */
  char *evidence; /* the assertion that is false; NULL: none */
} Reply;

/* Reads the output of a request for the problem's text, and checks it. Takes the run over. */
void reply_read(PortfolioProblem *problem, const SolveRequest *request, RunResult *run,
                Reply *reply);
void reply_deinit(Reply *reply);

/* Do two complete replies give the same answers? */
bool reply_agrees(const Reply *reply, const Reply *other);
/* Does another reply prove sat where this one says unsat? */
bool reply_is_refuted(const Reply *reply, const Reply *other);
bool reply_says_unsat(const Reply *reply);

#endif
