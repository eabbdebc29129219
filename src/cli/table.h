/* Tables of aligned columns.
 *
 * Cells are added row by row: each table_cell starts the next one, which the caller fills. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "cli/style.h"

typedef struct {
  const char *title;
  bool right; /* aligned: numbers */
} TableColumn;

typedef struct {
  const TableColumn *columns;
  size_t column_count;
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

#endif
