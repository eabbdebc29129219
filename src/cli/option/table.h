/* Tables of aligned columns.
 *
 * Cells are added row by row: each table_cell starts the next one, which the caller fills. A table is
 * printed when all are there, or row by row with widths that are known before. */
#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "cli/option/style.h"

typedef struct {
  const char *title;
  bool right; /* aligned: numbers */
} TableColumn;

typedef struct {
  const TableColumn *columns;
  size_t column_count;
  const size_t *least; /* width of each column; NULL: what is in it decides alone */
  VEC(StrBuf) cells;
} Table;

void table_init(Table *table, const TableColumn *columns, size_t column_count);
void table_deinit(Table *table);
/* A new empty cell; valid until the next one. */
StrBuf *table_cell(Table *table);
void table_add_text(Table *table, const char *text);
void table_add_count(Table *table, uint64_t count);
/* With the titles as first line. The text of cells may come from anywhere: it is made harmless. */
void table_print(FILE *out, Table *table, Style style);

/* The titles alone, in the least widths. */
void table_print_titles(FILE *out, const Table *table, Style style);
/* The cells that were added, which are one row, below those titles, and forgets them. A first cell
 * that is too long has a line for itself; what follows another one that is returns to its column. */
void table_print_row(FILE *out, Table *table);

#endif
