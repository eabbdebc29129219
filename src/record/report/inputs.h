/* Pages of the table of inputs: those that have some words, in an order, from one on.
 *
 *   json_t *page = report_inputs_page(data, &(ReportInputsQuery){.words = "timeout", .count = 100}, &error); */
#ifndef RECORD_REPORT_INPUTS_H
#define RECORD_REPORT_INPUTS_H

#include <jansson.h>

#include "record/report/data.h"

enum {
  REPORT_PAGE_MOST = 1000,      /* inputs of one page */
  REPORT_INPUTS_HELD = 1000000, /* the newest, of which there can be pages */
};

typedef struct {
  /* Separated by blanks, up to 16 of them, all of which an input has: parts of an outcome, of "SOLVER:OUTCOME", of the name
   * of a finding, of its number, or just "input-17"; NULL: any. */
  const char *words;
  const char
      *sort; /* a solver, by whose CPU time they are sorted, without a run last; NULL: by number */
  bool down;
  uint64_t from, count; /* of those that have the words */
} ReportInputsQuery;

/* The input at a place of the table, the oldest at 0: {"instance": N, "runs": [[OUTCOME, CPU, WALL] or null, ...]}. */
json_t *report_input(const ReportData *data, size_t place);
/* {"inputs": the page, "matching": how many have the words, "held": of how many, "total": with those that the table has
 * not}. NULL and an error of usage if there is no such solver, there are too many words, or the page is empty or too large. */
json_t *report_inputs_page(const ReportData *data, const ReportInputsQuery *query, Error *error);

#endif
