#include "cli/option/table.h"

#include <assert.h>

void table_init(Table *table, const TableColumn *columns, size_t column_count)
{
  assert(columns && column_count > 0);
  *table = (Table){.columns = columns, .column_count = column_count};
}

static void forget_cells(Table *table)
{
  for (size_t i = 0; i < table->cells.count; i++) strbuf_deinit(&table->cells.items[i]);
  table->cells.count = 0;
}

void table_deinit(Table *table)
{
  forget_cells(table);
  VEC_FREE(&table->cells);
}

StrBuf *table_cell(Table *table)
{
  StrBuf cell;
  strbuf_init(&cell, 0);
  VEC_PUSH(&table->cells, cell);
  return &table->cells.items[table->cells.count - 1];
}

void table_add_text(Table *table, const char *text)
{
  strbuf_add_text(table_cell(table), text);
}

void table_add_count(Table *table, uint64_t count)
{
  strbuf_add_u64(table_cell(table), count);
}

/* Without the cells. */
static size_t least_width(const Table *table, size_t column)
{
  assert(column < table->column_count);
  size_t width = text_columns(table->columns[column].title);
  return table->least && table->least[column] > width ? table->least[column] : width;
}

static size_t column_width(Table *table, size_t column)
{
  size_t width = least_width(table, column);
  for (size_t i = column; i < table->cells.count; i += table->column_count) {
    size_t columns = text_columns(strbuf_text(&table->cells.items[i]));
    if (columns > width) width = columns;
  }
  return width;
}

/* Spaces are printed once something follows them, so that no line ends with any. */
static void print_row(FILE *out, const Table *table, StrBuf *cells, const size_t *widths)
{
  enum { GAP = 2 };
  size_t at = 0, start = 0; /* of the column */
  for (size_t i = 0; i < table->column_count; i++) {
    size_t columns = text_columns(strbuf_text(&cells[i]));
    size_t from =
        table->columns[i].right && columns < widths[i] ? start + widths[i] - columns : start;
    if (at > 0 && from < at + GAP) from = at + GAP;
    if (cells[i].length) {
      fprintf(out, "%*s", (int)(from - at), "");
      text_print_visible(out, cells[i].bytes, cells[i].length);
      at = from + columns;
    }
    if (i == 0 && columns > widths[i] && table->column_count > 1) {
      fputc('\n', out);
      at = 0;
    }
    start += widths[i] + GAP;
  }
  fputc('\n', out);
}

static void print_titles(FILE *out, const Table *table, const size_t *widths, Style style)
{
  fputs(style.bold, out);
  for (size_t i = 0; i < table->column_count; i++) {
    const TableColumn *info = &table->columns[i];
    bool last = i + 1 == table->column_count;
    int width = last && !info->right ? 0 : (int)widths[i];
    fprintf(out, "%*s%s", info->right ? width : -width, info->title, last ? "" : "  ");
  }
  fprintf(out, "%s\n", style.reset);
}

void table_print(FILE *out, Table *table, Style style)
{
  assert(table->cells.count % table->column_count == 0);
  size_t *widths = mem_alloc(table->column_count, sizeof *widths);
  for (size_t i = 0; i < table->column_count; i++) widths[i] = column_width(table, i);
  print_titles(out, table, widths, style);
  for (size_t i = 0; i < table->cells.count; i += table->column_count)
    print_row(out, table, &table->cells.items[i], widths);
  free(widths);
}

static size_t *known_widths(const Table *table)
{
  size_t *widths = mem_alloc(table->column_count, sizeof *widths);
  for (size_t i = 0; i < table->column_count; i++) widths[i] = least_width(table, i);
  return widths;
}

void table_print_titles(FILE *out, const Table *table, Style style)
{
  size_t *widths = known_widths(table);
  print_titles(out, table, widths, style);
  free(widths);
}

void table_print_row(FILE *out, Table *table)
{
  assert(table->cells.count == table->column_count);
  size_t *widths = known_widths(table);
  print_row(out, table, table->cells.items, widths);
  free(widths);
  forget_cells(table);
}
