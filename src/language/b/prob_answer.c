#include "language/b/prob_answer.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 200 };

static const char *find(const char *text, size_t length, const char *what)
{
  return memmem(text, length, what, strlen(what));
}

/* A part of a foreign text in one line. */
static void quote(StrBuf *out, const char *text, size_t length)
{
  strbuf_add_line(out, text, length < SHOWN ? length : SHOWN);
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

/* One of the words, in any case of letters; NULL: none is there. */
static const char *find_any(const char *text, size_t length, const char *const *words)
{
  for (; *words; words++) {
    size_t size = strlen(*words);
    for (size_t i = 0; i + size <= length; i++)
      if (strncasecmp(text + i, *words, size) == 0) return text + i;
  }
  return NULL;
}

/* What a line of its verdict says after "is": a predicate or a text that it repeats may have such words, too. */
static const char *find_verdict(const char *text, size_t length, const char *what)
{
  static const char *const starts[] = {"Predicate ", "Existentially Quantified Predicate "};
  const char *end = text + length;
  for (const char *line = text; line < end;) {
    if (*line == ' ') {
      line++;
      continue;
    }
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    size_t size = (size_t)((newline ? newline : end) - line);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
      if (size > strlen(starts[i]) && strncasecmp(line, starts[i], strlen(starts[i])) == 0 &&
          find(line, size, what))
        return line;
    line = newline ? newline + 1 : end;
  }
  return NULL;
}

ProbAnswer prob_read_loop(const char *answer, size_t length, StrBuf *text)
{
  static const char *const doubts[] = {"enumerat", "well-defined", "well defined", NULL};
  static const char *const limits[] = {"time_out", "time out", "time-out", "timeout", NULL};
  const char *unknown = find_verdict(answer, length, " is UNKNOWN");
  const char *doubt = find_any(answer, length, doubts);
  if (!unknown && find_verdict(answer, length, " is TRUE")) {
    add_solution(answer, length, text);
    return PROB_SOLUTION;
  }
  if (find_any(answer, length, limits)) return PROB_TIMEOUT;
  if (!unknown && !doubt && find_verdict(answer, length, " is FALSE")) return PROB_CONTRADICTION;
  if (unknown || doubt) {
    add_line_at(text, answer, length, unknown ? unknown : doubt);
    return PROB_UNKNOWN;
  }
  quote(text, answer, length);
  return PROB_ERROR;
}

/* --- the socket --- */

typedef struct {
  const char *at, *end;
} Scanner;

/* The text of an atom, quoted or not; what would not be one line of plain characters is refused. */
static bool read_atom(Scanner *scanner, StrBuf *out)
{
  if (scanner->at == scanner->end) return false;
  if (*scanner->at != '\'') {
    const char *start = scanner->at;
    while (scanner->at < scanner->end && !iscntrl((unsigned char)*scanner->at) &&
           !strchr(",()[]' ", *scanner->at))
      strbuf_add_char(out, *scanner->at++);
    return scanner->at > start;
  }
  for (scanner->at++; scanner->at < scanner->end; scanner->at++) {
    char c = *scanner->at;
    if (c == '\'' && (scanner->at + 1 == scanner->end || scanner->at[1] != '\'')) {
      scanner->at++;
      return true;
    }
    if (iscntrl((unsigned char)c)) return false;
    if ((c == '\\' || c == '\'') && ++scanner->at == scanner->end) return false;
    if (c == '\\' && !memchr("\\'\"", *scanner->at, 3)) return false;
    strbuf_add_char(out, *scanner->at);
  }
  return false;
}

/* Goes after one argument, and its comma. */
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

/* The functor of the result comes before everything that is in it, such as strings of a solution. */
ProbAnswer prob_read_socket(const char *answer, size_t length, StrBuf *text)
{
  static const struct {
    const char *functor;
    ProbAnswer answer;
  } results[] = {{"no_solution_found(", PROB_UNKNOWN},
                 {"contradiction_found", PROB_CONTRADICTION},
                 {"solution(", PROB_SOLUTION},
                 {"time_out", PROB_TIMEOUT},
                 {"error", PROB_ERROR}};
  const char *first = NULL;
  ProbAnswer result = PROB_ERROR;
  for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
    const char *found = find(answer, length, results[i].functor);
    if (!found || (first && first < found)) continue;
    first = found;
    result = results[i].answer;
  }
  if (result == PROB_UNKNOWN) add_line_at(text, answer, length, first);
  if (result == PROB_ERROR) quote(text, answer, length);
  if (result == PROB_SOLUTION && !add_bindings(first, length - (size_t)(first - answer), text))
    strbuf_clear(text);
  return result;
}
