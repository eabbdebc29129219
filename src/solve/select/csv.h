/* Tables as text: comma-separated values with a line of titles, plain or compressed with gzip.
 *
 *   Csv csv;
 *   Status status = csv_open(&csv, path, error);
 *   while (status == STATUS_OK && (status = csv_next(&csv, error)) == STATUS_OK && csv.more)
 *     use(csv_cell(&csv, column));
 *   csv_close(&csv);
 *
 * Cells may be quoted with '"', doubled within. Every row must have as many cells as there are titles. */
#ifndef SOLVE_SELECT_CSV_H
#define SOLVE_SELECT_CSV_H

#include <stdbool.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "base/vec.h"

typedef struct {
  const char *path;
  FileText text;
  char *next; /* the first byte that is not read */
  uint32_t line;
  VEC(char *) titles;
  VEC(char *) cells; /* of the current row */
  bool more;         /* csv_next has read a row */
  bool arff;         /* cells may be quoted with an apostrophe, too */
} Csv;

/* Reads the file and its titles. Call csv_close in every case. */
Status csv_open(Csv *csv, const char *path, Error *error);
/* The same for a text that is there already, which is copied; `name` is for messages. */
Status csv_open_text(Csv *csv, const char *name, const char *text, size_t length, Error *error);
/* The same for the format ARFF, whose titles are lines '@attribute NAME TYPE' before '@data'. */
Status csv_open_arff(Csv *csv, const char *path, Error *error);
void csv_close(Csv *csv);
/* Reads the next row; at the end of the text csv->more becomes false. */
Status csv_next(Csv *csv, Error *error);

/* The column that has one of the titles (separated by '|', compared without regard to case); -1 if none has. */
int csv_column(const Csv *csv, const char *titles);
/* The same, where it is an error to have none. */
Status csv_need_column(const Csv *csv, const char *titles, int *column, Error *error);
/* Of the current row; "" for column -1. */
const char *csv_cell(const Csv *csv, int column);
/* A finite number; an empty cell, '?' and 'nan' give `absent`. */
Status csv_number(const Csv *csv, int column, double absent, double *number, Error *error);
/* STATUS_SYNTAX with "'FILE', line N: ..." */
Status csv_error(const Csv *csv, Error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends a cell as it is written to a table: quoted if it has to be. */
void csv_add_cell(StrBuf *out, const char *text);

/* A finite number that is the whole of a text. */
bool csv_parse_number(const char *text, double *number);

#endif
