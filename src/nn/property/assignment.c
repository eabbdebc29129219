#include "nn/property/assignment.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/property/decimal.h"

typedef struct {
  const char *at, *end; /* the byte at `end` is 0 */
  Assignment *to;
  Error *error;
} Reader;

void assignment_init(Assignment *assignment, uint32_t inputs, uint32_t outputs)
{
  size_t count = (size_t)inputs + outputs;
  *assignment = (Assignment){.inputs = inputs, .outputs = outputs};
  assignment->values = mem_alloc(count + 1, sizeof(mpq_t));
  assignment->given = mem_alloc_zero(count + 1, sizeof(bool));
  for (size_t i = 0; i < count; i++) mpq_init(assignment->values[i]);
}

void assignment_deinit(Assignment *assignment)
{
  size_t count = (size_t)assignment->inputs + assignment->outputs;
  for (size_t i = 0; i < count; i++) mpq_clear(assignment->values[i]);
  free(assignment->values);
  free(assignment->given);
  *assignment = (Assignment){0};
}

static void skip_blanks(Reader *reader)
{
  while (reader->at < reader->end && (strchr(" \t\r\n,", *reader->at) || *reader->at == 0))
    reader->at++;
}

static bool take(Reader *reader, char c)
{
  skip_blanks(reader);
  if (reader->at >= reader->end || *reader->at != c) return false;
  reader->at++;
  return true;
}

static Status fail(Reader *reader, const char *what)
{
  size_t rest = (size_t)(reader->end - reader->at);
  return error_set(reader->error, STATUS_SYNTAX, "%s at '%.*s'", what, rest < 30 ? (int)rest : 30,
                   reader->at);
}

static Status read_number(Reader *reader, mpq_t value)
{
  skip_blanks(reader);
  size_t length = decimal_length(reader->at);
  if (length == 0) return fail(reader, "a number is missing");
  Status status = decimal_read(reader->at, length, value, reader->error);
  reader->at += length;
  return status;
}

/* A number, or (- number). */
static Status read_signed(Reader *reader, mpq_t value)
{
  if (!take(reader, '(')) return read_number(reader, value);
  if (!take(reader, '-')) return fail(reader, "'-' is missing");
  Status status = read_number(reader, value);
  mpq_neg(value, value);
  if (!status && !take(reader, ')')) status = fail(reader, "')' is missing");
  return status;
}

/* a / b, after the stroke. */
static Status read_quotient(Reader *reader, mpq_t value)
{
  mpq_t divisor;
  mpq_init(divisor);
  Status status = read_signed(reader, value);
  if (!status) status = read_signed(reader, divisor);
  if (!status && mpq_sgn(divisor) == 0) status = fail(reader, "division by 0");
  if (!status) mpq_div(value, value, divisor);
  mpq_clear(divisor);
  if (!status && !take(reader, ')')) status = fail(reader, "')' is missing");
  return status;
}

/* 1.5, (- 1.5), (/ 1.0 (- 3.0)), (- (/ 1.0 3.0)). */
static Status read_value(Reader *reader, mpq_t value)
{
  if (!take(reader, '(')) return read_number(reader, value);
  if (take(reader, '/')) return read_quotient(reader, value);
  if (!take(reader, '-')) return fail(reader, "'-' or '/' is missing");
  Status status;
  if (!take(reader, '(')) {
    status = read_number(reader, value);
  } else {
    if (!take(reader, '/')) return fail(reader, "'/' is missing");
    status = read_quotient(reader, value);
  }
  mpq_neg(value, value);
  if (!status && !take(reader, ')')) status = fail(reader, "')' is missing");
  return status;
}

/* X_7 or Y_7: its number among all. */
static Status read_variable(Reader *reader, size_t *variable)
{
  skip_blanks(reader);
  const char *name = reader->at;
  if (reader->end - name < 3 || (*name != 'X' && *name != 'Y') || name[1] != '_')
    return fail(reader, "the name of an input or output is missing");
  char *end;
  if (name[2] < '0' || name[2] > '9') return fail(reader, "the number of a variable is missing");
  unsigned long long number = strtoull(name + 2, &end, 10);
  bool output = *name == 'Y';
  if (number >= (output ? reader->to->outputs : reader->to->inputs))
    return error_set(reader->error, STATUS_SCOPE, "there is no variable '%.*s'",
                     (int)(end - name < 30 ? end - name : 30), name);
  *variable = (output ? reader->to->inputs : 0) + (size_t)number;
  reader->at = end;
  if (reader->to->given[*variable])
    return error_set(reader->error, STATUS_SCOPE, "%c_%llu has two values", *name, number);
  return STATUS_OK;
}

static Status read_pairs(Reader *reader)
{
  take(reader, '('); /* around all, where it is there */
  for (;;) {
    skip_blanks(reader);
    while (take(reader, ')')) continue; /* the end of a list */
    if (reader->at >= reader->end) return STATUS_OK;
    bool enclosed = take(reader, '(');
    size_t variable = 0;
    Status status = read_variable(reader, &variable);
    if (status) return status;
    status = read_value(reader, reader->to->values[variable]);
    if (!status && enclosed && !take(reader, ')')) status = fail(reader, "')' is missing");
    if (status) return status;
    reader->to->given[variable] = true;
  }
}

Status assignment_read(Assignment *assignment, const char *text, size_t length, Error *error)
{
  /* A copy that ends with a zero byte: numbers are scanned up to what ends them. */
  char *copy = mem_alloc(length + 1, 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  Reader reader = {.at = copy, .end = copy + length, .to = assignment, .error = error};
  Status status = read_pairs(&reader);
  for (uint32_t i = 0; i < assignment->inputs && !status; i++)
    if (!assignment->given[i])
      status = error_set(error, STATUS_SYNTAX, "input X_%u has no value", i);
  free(copy);
  return status;
}
