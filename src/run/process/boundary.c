#include "run/process/boundary.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void boundary_begin(Boundary *boundary, const SessionQuery *query)
{
  bool skip = boundary->skip_line_end;
  boundary_deinit(boundary);
  *boundary = (Boundary){.until = query->until, .missing = query->count, .skip_line_end = skip};
  if (query->until != UNTIL_MARKER && query->until != UNTIL_PROMPT) {
    assert(query->count > 0);
    return;
  }
  assert(query->marker && *query->marker);
  boundary->marker_length = strlen(query->marker);
  boundary->marker = mem_copy_string(query->marker, boundary->marker_length);
}

void boundary_deinit(Boundary *boundary)
{
  free(boundary->marker);
  boundary->marker = NULL;
}

static bool is_marker(const Boundary *boundary, const char *line, size_t length)
{
  if (length > 0 && line[length - 1] == '\r') length--;
  if (length == boundary->marker_length + 2 && line[0] == '"' && line[length - 1] == '"') {
    line++;
    length -= 2;
  }
  return length == boundary->marker_length && memcmp(line, boundary->marker, length) == 0;
}

static bool line_ends(Boundary *boundary, const char *bytes, size_t at)
{
  size_t start = boundary->line_start;
  boundary->line_start = boundary->next = at + 1;
  if (boundary->until == UNTIL_LINES) {
    boundary->end = at + 1;
    assert(boundary->missing > 0); /* once found, it is begun anew */
    return --boundary->missing == 0;
  }
  boundary->end = start;
  return is_marker(boundary, bytes + start, at - start);
}

static bool find_line(Boundary *boundary, const char *bytes, size_t length)
{
  while (boundary->scanned < length) {
    const char *from = bytes + boundary->scanned;
    const char *found = memchr(from, '\n', length - boundary->scanned);
    boundary->scanned = found ? (size_t)(found - bytes) + 1 : length;
    if (found && line_ends(boundary, bytes, (size_t)(found - bytes))) return true;
  }
  return false;
}

static bool find_prompt(Boundary *boundary, const char *bytes, size_t length)
{
  while (boundary->line_start + boundary->marker_length <= length) {
    size_t start = boundary->line_start;
    if (memcmp(bytes + start, boundary->marker, boundary->marker_length) == 0) {
      boundary->end = start;
      boundary->next = start + boundary->marker_length;
      return true;
    }
    const char *newline = memchr(bytes + start, '\n', length - start);
    if (!newline) return false;
    boundary->line_start = (size_t)(newline - bytes) + 1;
  }
  return false;
}

/* An expression is complete before (`inclusive`: with) the byte at `at`. */
static bool expression_ends(Boundary *boundary, size_t at, bool inclusive, char c)
{
  assert(boundary->missing > 0);
  if (boundary->depth > 0 || --boundary->missing > 0) return false;
  bool takes_line_end = !inclusive && c == '\n';
  boundary->end = boundary->next = at + (inclusive || takes_line_end);
  boundary->skip_line_end = !takes_line_end;
  return true;
}

/* Outside of strings, quoted symbols and comments. */
static bool plain_byte(Boundary *boundary, size_t at, char c)
{
  bool in_atom = boundary->place == BOUNDARY_ATOM;
  switch (c) {
  case '"': boundary->place = BOUNDARY_STRING; return false;
  case '|': boundary->place = BOUNDARY_QUOTED; return false;
  case ' ':
  case '\t':
  case '\r':
  case '\n':
  case ';':
  case '(':
  case ')':
    boundary->place = c == ';' ? BOUNDARY_COMMENT : BOUNDARY_BETWEEN;
    if (in_atom && expression_ends(boundary, at, false, c)) return true;
    if (c == '(') boundary->depth++;
    if (c != ')' || boundary->depth == 0) return false;
    boundary->depth--;
    return expression_ends(boundary, at, true, c);
  default: boundary->place = BOUNDARY_ATOM; return false;
  }
}

static bool find_expression(Boundary *boundary, const char *bytes, size_t length)
{
  for (; boundary->scanned < length; boundary->scanned++) {
    char c = bytes[boundary->scanned];
    switch (boundary->place) {
    case BOUNDARY_STRING:
      if (c == '"') boundary->place = BOUNDARY_ATOM; /* a second quote goes on with the string */
      break;
    case BOUNDARY_QUOTED:
      if (c == '|') boundary->place = BOUNDARY_ATOM;
      break;
    case BOUNDARY_COMMENT:
      if (c == '\n') boundary->place = BOUNDARY_BETWEEN;
      break;
    default:
      if (plain_byte(boundary, boundary->scanned, c)) return true;
    }
  }
  return false;
}

bool boundary_find(Boundary *boundary, const char *bytes, size_t length)
{
  assert(boundary->scanned <= length && boundary->line_start <= length);
  if (boundary->skip_line_end && length > 0 && boundary->scanned == 0) {
    boundary->skip_line_end = false;
    if (bytes[0] == '\n') boundary->start = boundary->scanned = boundary->line_start = 1;
  }
  if (boundary->until == UNTIL_PROMPT) return find_prompt(boundary, bytes, length);
  return boundary->until == UNTIL_EXPRESSIONS ? find_expression(boundary, bytes, length)
                                              : find_line(boundary, bytes, length);
}
