/* Inside the history: history.c has the queries, history_file.c reads and writes them. */
#ifndef SOLVE_PORTFOLIO_HISTORY_INTERNAL_H
#define SOLVE_PORTFOLIO_HISTORY_INTERNAL_H

#include "base/strbuf.h"
#include "solve/portfolio/history.h"
#include "solve/select/names.h"

typedef struct {
  uint32_t solver; /* a name of the history */
  HistoryTry result;
} PastTry;

typedef struct {
  uint32_t logic;
  float *features; /* as they are compared */
  VEC(PastTry) tries;
} PastQuery;

struct History {
  char *path; /* NULL: nothing is kept */
  size_t features;
  Names logics, solvers;
  VEC(PastQuery) queries;
};

/* A new query without tries; the features are scaled. */
PastQuery *history_new_query(History *history, const HistoryQuery *query);

/* Adds the queries of the file. */
Status history_file_read(History *history, Error *error);
/* Appends the lines of a query. */
Status history_file_add(const History *history, const HistoryQuery *query,
                        const char *const *solvers, const HistoryTry *tries, size_t count,
                        Error *error);

#endif
