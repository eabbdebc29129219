/* A script that is to be solved, and what is known of it. Reading it as terms waits until an answer has to be checked, so that
 * solvers run meanwhile. */
#ifndef SOLVE_PORTFOLIO_PROBLEM_H
#define SOLVE_PORTFOLIO_PROBLEM_H

#include "language/examiner.h"
#include "solve/portfolio/sketch.h"

typedef struct {
  FileText text; /* for solvers: up to its (exit), and without statuses */
  ScriptSketch outline;
  ScriptTraits traits;
  bool check; /* answers are checked */
  /* Once the script has been read: */
  Examiner *examiner;
  Examination *examination; /* NULL: it has not been read */
  FileText examined;        /* the text with its statuses */
  Facts facts;              /* before, only the traits */
} PortfolioProblem;

/* Takes the text over. */
void portfolio_problem_init(PortfolioProblem *problem, FileText *text, bool check);
void portfolio_problem_deinit(PortfolioProblem *problem);

/* What the output of a run says. */
void portfolio_problem_read(PortfolioProblem *problem, const Outcome *outcome, Vote *vote);

#endif
