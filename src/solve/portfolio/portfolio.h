/* Solving one script with several solvers: the meta-solver.
 *
 * Solvers run as a plan says, several at a time if wanted. Who has had its time is stopped and goes on later. The first reply that can
 * be believed is the answer: all its answers are sat or unsat, its models are not wrong, and a second family confirms it where that
 * is wanted. Everything that runs is ended then. */
#ifndef SOLVE_PORTFOLIO_PORTFOLIO_H
#define SOLVE_PORTFOLIO_PORTFOLIO_H

#include "run/process/supervisor.h"
#include "solve/portfolio/reply.h"
#include "solve/portfolio/turns.h"

typedef enum {
  NEWS_STARTED,     /* a solver runs, for the first time or again, until `seconds` */
  NEWS_STOPPED,     /* it has had its time, and is kept */
  NEWS_ENDED,       /* after `seconds`; `reply` is what it said */
  NEWS_WRONG,       /* `reply` is wrong */
  NEWS_UNCONFIRMED, /* `reply` waits for somebody of another family */
  NEWS_ANSWER,      /* `reply` is the answer */
} NewsKind;

typedef struct {
  NewsKind kind;
  size_t solver;
  double seconds;
  const Reply *reply; /* NULL with the first two */
} PortfolioNews;

typedef struct {
  const Solver *solvers;
  size_t count;
  uint64_t begin_ns; /* by the monotonic clock: what was done before the call counts, too */
  uint64_t limit_ns; /* for all together; 0: none */
  uint64_t
      cpu_limit_ns; /* the same of CPU time, with that of our own process since `cpu_begin_ns`; 0: none */
  uint64_t cpu_begin_ns;
  bool cpu;         /* seconds of the plan and of news are CPU time of a solver */
  RunLimits limits; /* of each run; its wall time is not used */
  uint32_t jobs;    /* solvers at a time */
  bool confirm;     /* unsat answers */
  bool follow_up;   /* the answers were given before: nothing is confirmed or withheld again */
  void (*tell)(void *user, const PortfolioNews *news); /* NULL: nobody wants to know */
  void *user;
} PortfolioOptions;

typedef enum {
  PORTFOLIO_ANSWERED,
  PORTFOLIO_OPEN, /* nobody has an answer that can be believed: the text is the best of what was said */
  PORTFOLIO_INTERRUPTED, /* by supervisor_wake; there is no text */
} PortfolioEnd;

typedef struct {
  PortfolioEnd end;
  char *text; /* to print */
  size_t length;
  bool errors;   /* there is an error in it */
  size_t winner; /* who said it; SIZE_MAX: nobody, or several */
} PortfolioResult;

void portfolio_solve(Supervisor *sup, const PortfolioOptions *options, TurnPlan *plan,
                     PortfolioProblem *problem, PortfolioResult *result);
void portfolio_result_deinit(PortfolioResult *result);

#endif
