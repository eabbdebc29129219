#include "language/b/prob_answer.h"

#include <ctype.h>
#include <string.h>

enum { SHOWN = 200 };

static const char *find(const char *text, size_t length, const char *what)
{
  return memmem(text, length, what, strlen(what));
}

/* A part of a foreign text in one line. */
static void quote(StrBuf *out, const char *text, size_t length)
{
  if (length > SHOWN) length = SHOWN;
  bool blank = true;
  for (size_t i = 0; i < length; i++) {
    bool space = isspace((unsigned char)text[i]) || iscntrl((unsigned char)text[i]);
    if (!space) strbuf_add_char(out, text[i]);
    if (space && !blank) strbuf_add_char(out, ' ');
    blank = space;
  }
  while (out->length && out->bytes[out->length - 1] == ' ') out->length--;
}

static void add_line_at(StrBuf *out, const char *text, size_t length, const char *place)
{
  const char *start = place, *end = text + length;
  while (start > text && start[-1] != '\n') start--;
  const char *newline = memchr(place, '\n', (size_t)(end - place));
  quote(out, start, (size_t)((newline ? newline : end) - start));
}

/* --- the loop --- */

static void add_solution(const char *answer, size_t length, StrBuf *text)
{
  static const char heading[] = "Solution:";
  const char *found = find(answer, length, heading);
  if (!found) return;
  found += sizeof heading - 1;
  for (const char *end = answer + length; found < end; found++)
    strbuf_add_char(text, *found == '\n' || *found == '\r' || *found == '\t' ? ' ' : *found);
  while (text->length && text->bytes[text->length - 1] == ' ') text->length--;
}

ProbAnswer prob_read_loop(const char *answer, size_t length, StrBuf *text)
{
  const char *warning = find(answer, length, "numeration warning");
  if (!warning) warning = find(answer, length, "numeration Warning");
  const char *late = find(answer, length, "TIME_OUT");
  if (!late) late = find(answer, length, "time out");
  if (find(answer, length, " is TRUE")) {
    add_solution(answer, length, text);
    return PROB_SOLUTION;
  }
  if (late) return PROB_TIMEOUT;
  if (find(answer, length, " is FALSE")) {
    if (!warning) return PROB_CONTRADICTION;
    add_line_at(text, answer, length, warning);
    return PROB_UNKNOWN;
  }
  const char *unknown = find(answer, length, " is UNKNOWN");
  if (unknown || warning) {
    add_line_at(text, answer, length, unknown ? unknown : warning);
    return PROB_UNKNOWN;
  }
  quote(text, answer, length);
  return PROB_ERROR;
}

/* --- the socket --- */

typedef struct {
  const char *at, *end;
} Scanner;

/* The text of an atom, quoted or not. */
static bool read_atom(Scanner *scanner, StrBuf *out)
{
  if (scanner->at == scanner->end) return false;
  if (*scanner->at != '\'') {
    const char *start = scanner->at;
    while (scanner->at < scanner->end && !strchr(",()[]' ", *scanner->at))
      strbuf_add_char(out, *scanner->at++);
    return scanner->at > start;
  }
  for (scanner->at++; scanner->at < scanner->end; scanner->at++) {
    char c = *scanner->at;
    if (c == '\'' && (scanner->at + 1 == scanner->end || scanner->at[1] != '\'')) {
      scanner->at++;
      return true;
    }
    if ((c == '\\' || c == '\'') && ++scanner->at == scanner->end) return false;
    strbuf_add_char(out, *scanner->at);
  }
  return false;
}

/* Goes behind one argument, and its comma. */
static bool skip_argument(Scanner *scanner)
{
  int depth = 0;
  StrBuf ignored;
  strbuf_init(&ignored, 0);
  bool found = false;
  while (scanner->at < scanner->end && !found) {
    char c = *scanner->at;
    if (c == '\'') {
      if (!read_atom(scanner, &ignored)) break;
      continue;
    }
    if (c == '(' || c == '[') depth++;
    if (c == ')' || c == ']') depth--;
    if (depth < 0) break;
    scanner->at++;
    found = c == ',' && depth == 0;
  }
  strbuf_deinit(&ignored);
  return found;
}

/* Equations of binding(Name,Value,Text). */
static bool add_bindings(const char *answer, size_t length, StrBuf *text)
{
  static const char word[] = "binding(";
  Scanner scanner = {answer, answer + length};
  while ((scanner.at = memmem(scanner.at, (size_t)(scanner.end - scanner.at), word,
                              sizeof word - 1)) != NULL) {
    scanner.at += sizeof word - 1;
    if (text->length) strbuf_add_text(text, " & ");
    if (!read_atom(&scanner, text) || scanner.at == scanner.end || *scanner.at++ != ',')
      return false;
    strbuf_add_text(text, " = ");
    if (!skip_argument(&scanner) || !read_atom(&scanner, text)) return false;
  }
  return true;
}

ProbAnswer prob_read_socket(const char *answer, size_t length, StrBuf *text)
{
  const char *found = find(answer, length, "no_solution_found(");
  if (found) {
    add_line_at(text, answer, length, found);
    return PROB_UNKNOWN;
  }
  if (find(answer, length, "contradiction_found")) return PROB_CONTRADICTION;
  found = find(answer, length, "solution(");
  if (found) {
    size_t from = (size_t)(found - answer);
    if (!add_bindings(found, length - from, text)) strbuf_clear(text);
    return PROB_SOLUTION;
  }
  if (find(answer, length, "time_out")) return PROB_TIMEOUT;
  quote(text, answer, length);
  return PROB_ERROR;
}
