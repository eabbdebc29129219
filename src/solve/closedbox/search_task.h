/* A search as a worker runs it: the compiled constraints, the ranges, and what is found, all without terms, so that a
 * process that has not read the script can run it as well. */
#ifndef SOLVE_CLOSEDBOX_SEARCH_TASK_H
#define SOLVE_CLOSEDBOX_SEARCH_TASK_H

#include "solve/closedbox/search.h"

typedef struct {
  EmitPlan plan;
  VEC(SearchRange) ranges;  /* by variable */
  VEC(uint64_t) dictionary; /* words that occur in the constraints */
  StrBuf source;            /* the constraints as C */
  const char *library;      /* the same, compiled already; NULL: libtcc compiles it */
  SearchSettings search;    /* what it points to is filled in by search_task_run */
  uint64_t wall_ns;         /* after that programs are not started any more */
} SearchTask;

void search_task_init(SearchTask *task);
void search_task_deinit(SearchTask *task);

/* In a worker: loads the boxes, compiles the constraints, searches and appends the outcome. */
void search_task_run(SearchTask *task, const Boxes *boxes, StrBuf *out);

typedef struct {
  Status status; /* not STATUS_OK: the boxes cannot be loaded */
  Error error;
  SearchResult result;
  VEC(uint64_t) words; /* of SEARCH_FOUND: the candidate, then the values of the plan */
} SearchOutcome;

/* Reads an outcome; false if the bytes are wrong. Free the words in every case. */
bool search_outcome_get(ByteReader *in, const SearchTask *task, SearchOutcome *outcome);

/* The task as bytes; what is read from them has no terms. False if they are wrong. */
void search_task_put(StrBuf *out, const SearchTask *task);
bool search_task_get(ByteReader *in, SearchTask *task);

#endif
