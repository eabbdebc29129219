/* The property that is left, as VNN-LIB. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "language/nn/reduce/plain.h"

/* The shortest decimal that is read as the same double. */
static void print_number(StrBuf *out, double number)
{
  char text[40];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, NULL) == number) break;
  }
  strbuf_add_text(out, text);
  bool point = strpbrk(text, ".e") != NULL;
  if (!point) strbuf_add_text(out, ".0");
}

typedef struct {
  const Plain *plain;
  const PlainState *state;
  const uint32_t *left;
  StrBuf *out;
} Printer;

static void print_variable(const Printer *printer, uint32_t variable)
{
  assert(printer->left[variable] > 0);
  bool input = variable < printer->plain->model->property.inputs;
  strbuf_printf(printer->out, "%c_%u", input ? 'X' : 'Y', printer->left[variable] - 1);
}

/* Does a row only have variables that are left, and at least one? */
static bool row_is_left(const Printer *printer, size_t index)
{
  assert(index < printer->plain->row_list.count);
  const Plain *plain = printer->plain;
  const PlainRow *row = &plain->row_list.items[index];
  uint32_t variables = plain->model->property.inputs + plain->model->property.outputs, terms = 0;
  if (printer->state->flags[plain->rows.first + index]) return false;
  for (uint32_t i = 0; i < variables; i++) {
    if (printer->state->numbers[row->coefficients + i] == 0) continue;
    if (!printer->left[i]) return false;
    terms++;
  }
  return terms > 0;
}

static void print_term(const Printer *printer, double coefficient, uint32_t variable)
{
  assert(coefficient != 0);
  if (coefficient != 1) {
    strbuf_add_text(printer->out, "(* ");
    print_number(printer->out, coefficient);
    strbuf_add_char(printer->out, ' ');
  }
  print_variable(printer, variable);
  if (coefficient != 1) strbuf_add_char(printer->out, ')');
}

/* One variable against a number, the difference of two as their comparison, or a sum. */
static void print_row(const Printer *printer, size_t index)
{
  const Plain *plain = printer->plain;
  const PlainRow *row = &plain->row_list.items[index];
  const double *numbers = printer->state->numbers + row->coefficients;
  uint32_t variables = plain->model->property.inputs + plain->model->property.outputs;
  uint32_t found[2] = {0}, terms = 0;
  for (uint32_t i = 0; i < variables; i++)
    if (numbers[i] != 0 && terms++ < 2) found[terms - 1] = i;
  assert(terms > 0);
  double bound = printer->state->numbers[row->bound];
  bool turned = terms == 1 && numbers[found[0]] == -1;
  bool pair = terms == 2 && bound == 0 && numbers[found[0]] * numbers[found[1]] == -1 &&
              fabs(numbers[found[0]]) == 1;
  strbuf_printf(printer->out, "(%s%s ", turned ? ">" : "<", row->strict ? "" : "=");
  if (pair) {
    bool first = numbers[found[0]] == 1;
    print_variable(printer, found[first ? 0 : 1]);
    strbuf_add_char(printer->out, ' ');
    print_variable(printer, found[first ? 1 : 0]);
  } else {
    if (terms > 1) strbuf_add_text(printer->out, "(+");
    for (uint32_t i = 0; i < variables; i++) {
      if (numbers[i] == 0) continue;
      if (terms > 1) strbuf_add_char(printer->out, ' ');
      print_term(printer, turned ? 1 : numbers[i], i);
    }
    if (terms > 1) strbuf_add_char(printer->out, ')');
    strbuf_add_char(printer->out, ' ');
    print_number(printer->out, turned ? -bound : bound);
  }
  strbuf_add_char(printer->out, ')');
}

static void print_box(const Printer *printer, const PlainPart *part, const char *before,
                      const char *after)
{
  const double *numbers = printer->state->numbers;
  for (uint32_t i = 0; i < printer->plain->model->property.inputs; i++) {
    if (!printer->left[i]) continue;
    for (int side = 0; side < 2; side++) {
      strbuf_printf(printer->out, "%s(%s ", before, side ? "<=" : ">=");
      print_variable(printer, i);
      strbuf_add_char(printer->out, ' ');
      print_number(printer->out, numbers[(side ? part->upper : part->lower) + i]);
      strbuf_printf(printer->out, ")%s", after);
    }
  }
}

static size_t live_rows(const Printer *printer, const PlainPart *part)
{
  assert(part->first + part->count <= printer->plain->row_list.count);
  size_t count = 0;
  for (size_t i = 0; i < part->count; i++) count += row_is_left(printer, part->first + i);
  return count;
}

/* One part is a list of assertions; several are a disjunction. */
static void print_parts(const Printer *printer, size_t count)
{
  const Plain *plain = printer->plain;
  if (count > 1) strbuf_add_text(printer->out, "(assert (or");
  for (size_t p = 0; p < plain->part_list.count; p++) {
    const PlainPart *part = &plain->part_list.items[p];
    if (printer->state->flags[plain->parts.first + p]) continue;
    if (count > 1) strbuf_add_text(printer->out, "\n  (and");
    print_box(printer, part, count > 1 ? " " : "(assert ", count > 1 ? "" : ")\n");
    for (size_t i = 0; i < part->count; i++) {
      if (!row_is_left(printer, part->first + i)) continue;
      strbuf_add_text(printer->out, count > 1 ? " " : "(assert ");
      print_row(printer, part->first + i);
      if (count == 1) strbuf_add_text(printer->out, ")\n");
    }
    if (count > 1) strbuf_add_char(printer->out, ')');
  }
  if (count > 1) strbuf_add_text(printer->out, "))\n");
}

/* Parts that say nothing of outputs, and boxes that are empty, are no properties worth having. */
bool nn_plain_render_property(const Plain *plain, const PlainState *state, const uint32_t *left,
                              StrBuf *out)
{
  Printer printer = {plain, state, left, out};
  const Property *property = &plain->model->property;
  size_t count = 0;
  for (size_t p = 0; p < plain->part_list.count; p++) {
    const PlainPart *part = &plain->part_list.items[p];
    if (state->flags[plain->parts.first + p]) continue;
    count++;
    if (live_rows(&printer, part) == 0) return false;
    for (uint32_t i = 0; i < property->inputs; i++)
      if (state->numbers[part->lower + i] > state->numbers[part->upper + i]) return false;
  }
  for (uint32_t i = 0; i < property->inputs + property->outputs; i++) {
    if (!left[i]) continue;
    strbuf_add_text(out, "(declare-const ");
    print_variable(&printer, i);
    strbuf_add_text(out, " Real)\n");
  }
  print_parts(&printer, count);
  return count > 0;
}
