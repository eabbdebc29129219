/* Which solvers to run on a script, in which order and for how long, from what was learnt: a model of `assay train`, or a history of
 * queries that grows with each one.
 *
 *   chooser_load_model(&chooser, "model", &features, &error)   or   chooser_load_history(&chooser, "queries.csv", &error)
 *   chooser_plan(&chooser, names, count, &text, seconds, &plan)   before portfolio_solve
 *   chooser_take(&chooser, &news)                                 for all news of it
 *   chooser_finish(&chooser, &error)                              after it
 */
#ifndef SOLVE_PORTFOLIO_CHOOSER_H
#define SOLVE_PORTFOLIO_CHOOSER_H

#include "solve/feature/features.h"
#include "solve/portfolio/history.h"
#include "solve/portfolio/portfolio.h"
#include "solve/select/feature_source.h"
#include "solve/select/selector.h"

typedef struct {
  /* A model. */
  Selector *selector;
  Selection *selection;
  FeatureSource *source;
  uint64_t deadline;  /* of the query */
  double cpu_seconds; /* that solvers may use on the query; INFINITY: no limit */
  Error problem;      /* STATUS_OK, or why the features or a part of the model could not be used */
  /* A history. */
  History *history;
  FeatureVector features; /* of the query */
  HistoryTry *tries;      /* by each solver on it; NULL: there is no query */
  double *used;           /* as the history wants to know it */
  const char *const *names;
  size_t count;
} Chooser;

/* A zeroed Chooser leaves plans as they are. On error nothing has to be released. The limit of `features` is not used; its strings
 * are not copied. */
Status chooser_load_model(Chooser *chooser, const char *path, const FeatureOptions *features,
                          Error *error);
Status chooser_load_history(Chooser *chooser, const char *path, Error *error);
void chooser_deinit(Chooser *chooser);

/* Are the seconds of plans CPU time? */
bool chooser_counts_cpu(const Chooser *chooser);

/* The solvers that the model knows, which are the numbers of its plans; NULL without a model. */
const Names *chooser_solvers(const Chooser *chooser);

/* Makes the plan for a script, which has been initialised. The names live until chooser_finish; `seconds` are for all together, and
 * `cpu_seconds` of CPU time; 0: no limit. A script whose features cannot be computed gets a plan, too. */
void chooser_plan(Chooser *chooser, const char *const *names, size_t count, const char *path,
                  const FileText *text, double seconds, double cpu_seconds, TurnPlan *plan);
void chooser_take(Chooser *chooser, const PortfolioNews *news);
/* Adds the query to the history. */
Status chooser_finish(Chooser *chooser, Error *error);

#endif
