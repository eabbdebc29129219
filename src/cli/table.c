#include "cli/table.h"

#include <assert.h>

void table_init(Table *table, const TableColumn *columns, size_t column_count)
{
  *table = (Table){.columns = columns, .column_count = column_count};
}

void table_deinit(Table *table)
{
  for (size_t i = 0; i < table->cells.count; i++) strbuf_deinit(&table->cells.items[i]);
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

static size_t column_width(Table *table, size_t column)
{
  size_t width = text_columns(table->columns[column].title);
  for (size_t i = column; i < table->cells.count; i += table->column_count) {
    size_t columns = text_columns(strbuf_text(&table->cells.items[i]));
    if (columns > width) width = columns;
  }
  return width;
}

/* Spaces are printed once something follows them, so that no line ends with any. */
static void print_cell(FILE *out, bool right, StrBuf *text, size_t width, int *spaces)
{
  int missing = (int)(width - text_columns(strbuf_text(text)));
  if (right) *spaces += missing;
  if (text->length) {
    fprintf(out, "%*s", *spaces, "");
    *spaces = 0;
    text_print_visible(out, text->bytes, text->length);
  }
  if (!right) *spaces += missing;
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
  int spaces = 0;
  for (size_t i = 0; i < table->cells.count; i++) {
    size_t column = i % table->column_count;
    print_cell(out, table->columns[column].right, &table->cells.items[i], widths[column], &spaces);
    bool last = column + 1 == table->column_count;
    spaces = last ? 0 : spaces + 2;
    if (last) fputc('\n', out);
  }
  free(widths);
}
