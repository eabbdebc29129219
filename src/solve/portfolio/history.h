/* What solvers did on earlier queries, and in which order to try them on the next one: learning while solving.
 *
 * It is a bandit whose arms are the solvers and whose context is the nearest neighbours: each solver has an expected cost, which is that on
 * the queries with the most similar features, weighted by their similarity, and that on all queries as far as there are none. Who has
 * been tried little is expected to be better than that (upper confidence bounds), so that everybody gets his chance. Neighbours that a
 * solver would have solved by now are no neighbours: it has failed here.
 *
 * The file is a table with a line for each solver on each query. Several processes may add to it. */
#ifndef SOLVE_PORTFOLIO_HISTORY_H
#define SOLVE_PORTFOLIO_HISTORY_H

#include <stdbool.h>

#include "base/status.h"
#include "base/vec.h"

typedef struct History History;

typedef enum { TRY_NONE, TRY_SOLVED, TRY_FAILED, TRY_WRONG } TryResult;

/* What one solver did on a query. */
typedef struct {
  TryResult result;
  double seconds;
} HistoryTry;

typedef struct {
  const char *logic; /* "": not known */
  const float *features;
} HistoryQuery;

/* Queries further back are forgotten. */
enum { HISTORY_QUERIES = 4000 };

/* Reads the file, if there is one; NULL: nothing is kept. All queries have as many features. On error nothing has to be released. */
Status history_open(History **history, const char *path, size_t features, Error *error);
void history_close(History *history);
/* Queries that are known. */
size_t history_count(const History *history);

/* The numbers of the solvers, the best first, and what each is expected to cost in seconds. `used` has the seconds that each has run
 * on this query without an answer; NULL: nobody has. */
void history_rank(const History *history, const HistoryQuery *query, const char *const *solvers,
                  size_t count, const double *used, size_t *order, double *expected);

/* Adds a query, in memory and to the file. */
Status history_add(History *history, const HistoryQuery *query, const char *const *solvers,
                   const HistoryTry *tries, size_t count, Error *error);

#endif
