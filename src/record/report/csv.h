/* Tables of a campaign as CSV (RFC 4180), row by row, for any number of them.
 *
 * Text of others does no harm: control characters and bytes that are not UTF-8 are shown as \xNN, and what a
 * spreadsheet would take for a formula gets an apostrophe before it. What is not known is an empty field. */
#ifndef RECORD_REPORT_CSV_H
#define RECORD_REPORT_CSV_H

#include <stdio.h>

#include "record/report/data.h"

typedef enum {
  CSV_RUNS,
  CSV_INPUTS,
  CSV_FINDINGS,
  CSV_RANKING,
  CSV_OPTIONS,
  CSV_SOLVERS,
  CSV_COUNT
} CsvTable;

extern const char *const report_csv_table_words[]; /* in the order of the tables; ends with NULL */

/* Writes to `out`; whether that worked is for the caller to see (ferror). `campaign` 0 is the newest. */
Status report_csv_write(Store *store, int64_t campaign, CsvTable table, FILE *out, Error *error);

#endif
