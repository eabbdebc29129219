/* Splitting: a response is a list, a string in quotes, or a line. */
#include "smt/text/answer.h"

#include <assert.h>
#include <string.h>

#include "smt/text/command.h"
#include "smt/text/scan.h"

const char *answer_name(AnswerKind kind)
{
#define ANSWER_NAME(kind_, name) [kind_] = name,
  static const char *const names[] = {ANSWER_LIST(ANSWER_NAME)};
#undef ANSWER_NAME
  assert(kind < ANSWER_COUNT);
  return names[kind];
}

typedef struct {
  const char *text;
  uint64_t length, at;
  Answers *answers;
  bool open_quote; /* no string that begins after `at` is closed */
  bool open_error; /* no message that begins after `at` ends like one */
} Splitter;

static void add(Splitter *s, AnswerKind kind, uint64_t end)
{
  assert(kind < ANSWER_COUNT && s->at <= end && end <= s->length);
  uint64_t next = end;
  while (end > s->at && scan_is_blank(s->text[end - 1])) end--;
  VEC_PUSH(s->answers, ((Answer){kind, s->at, end}));
  s->at = next;
}

static uint64_t line_end(const Splitter *s, uint64_t from)
{
  assert(from <= s->length);
  const char *newline = memchr(s->text + from, '\n', (size_t)(s->length - from));
  return newline ? (uint64_t)(newline - s->text) : s->length;
}

static bool has_prefix(const char *text, uint64_t length, const char *prefix)
{
  size_t size = strlen(prefix);
  return length >= size && memcmp(text, prefix, size) == 0;
}

/* --- lists --- */

/* What decides the kind of a list, found in one walk. */
typedef struct {
  uint64_t items;
  bool pairs; /* all items are lists of two */
  bool names; /* all items are symbols or (not symbol) */
  Scan head;  /* the first item, if it is an atom */
  Scan inner; /* the first part of the first item, if that is a list that begins with an atom */
} ListShape;

static bool is_name(const Scan *scan, ScanKind kind)
{
  assert(scan->start < scan->at && scan->at <= scan->length);
  char c = scan->text[scan->start];
  return kind == SCAN_QUOTED || (kind == SCAN_ATOM && c != ':' && c != '#' && (c < '0' || c > '9'));
}

static void see_item(ListShape *shape, const Scan *scan, ScanKind kind)
{
  if (shape->items++ == 0 && kind == SCAN_ATOM) shape->head = *scan;
  if (kind == SCAN_OPEN) return;
  shape->pairs = false;
  shape->names &= is_name(scan, kind);
}

static void see_part(ListShape *shape, const Scan *scan, ScanKind kind, uint64_t part)
{
  if (part == 0 && shape->items == 1 && kind == SCAN_ATOM) shape->inner = *scan;
  shape->names &= part == 0 ? scan_is(scan, "not") : is_name(scan, kind);
}

/* The list at s->at. False if it is not closed. */
static bool list_shape(const Splitter *s, ListShape *shape, uint64_t *end)
{
  Scan scan = {.text = s->text, .length = s->length, .at = s->at};
  uint64_t depth = 0, parts = 0;
  *shape = (ListShape){.pairs = true, .names = true};
  do {
    ScanKind kind = scan_next(&scan);
    if (kind == SCAN_END || kind == SCAN_UNCLOSED) return false;
    if (kind == SCAN_CLOSE) {
      depth--;
      if (depth == 1) shape->pairs &= parts == 2;
      if (depth == 1) shape->names &= parts == 2;
      continue;
    }
    if (depth == 1) {
      see_item(shape, &scan, kind);
      parts = 0;
    } else if (depth == 2) {
      see_part(shape, &scan, kind, parts++);
    }
    depth += kind == SCAN_OPEN;
  } while (depth);
  *end = scan.at;
  return true;
}

static bool is_one_of(const Scan *scan, const char *const *words)
{
  for (; *words; words++)
    if (scan_is(scan, *words)) return true;
  return false;
}

static bool introduces_names(const Scan *word)
{
  if (!word->text) return false;
  return command_flags(word->text + word->start, word->at - word->start) &
         (COMMAND_DECLARES | COMMAND_DEFINES);
}

static AnswerKind kind_of_list(const ListShape *shape)
{
  static const char *const of_proof[] = {"proof",  "set-logic", "let", "SCOPE",
                                         "assume", "step",      NULL};
  if (shape->items == 0) return ANSWER_EMPTY;
  if (scan_is(&shape->head, "error")) return ANSWER_ERROR;
  if (scan_is(&shape->head, "model")) return ANSWER_MODEL;
  if (scan_is(&shape->head, "proof")) return ANSWER_PROOF;
  if (shape->head.at && shape->head.text[shape->head.start] == ':') return ANSWER_INFO;
  if (introduces_names(&shape->inner)) return ANSWER_MODEL;
  if (is_one_of(&shape->inner, of_proof)) return ANSWER_PROOF;
  if (shape->names) return ANSWER_NAMES;
  return shape->pairs ? ANSWER_VALUES : ANSWER_OTHER;
}

/* Messages hold quotes, escaped in one way or another or not at all: the end is a quote and a
 * parenthesis with nothing but another response after them. */
static bool error_end(Splitter *s, uint64_t *end)
{
  if (s->open_error) return false;
  Scan scan = {.text = s->text, .length = s->length, .at = s->at};
  if (scan_next(&scan) != SCAN_OPEN || scan_next(&scan) != SCAN_ATOM || !scan_is(&scan, "error"))
    return false;
  uint64_t at = scan.at;
  while (at < s->length && scan_is_blank(s->text[at])) at++;
  if (at == s->length || s->text[at] != '"') return false;
  while ((at += 1) < s->length) {
    const char *quote = memchr(s->text + at, '"', (size_t)(s->length - at));
    if (!quote) break;
    at = (uint64_t)(quote - s->text);
    uint64_t next = at + 1;
    while (next < s->length && scan_is_blank(s->text[next])) next++;
    if (next == s->length || s->text[next] != ')') {
      at = next - 1; /* blanks are not looked at again */
      continue;
    }
    *end = ++next;
    while (next < s->length && (s->text[next] == ' ' || s->text[next] == '\r')) next++;
    if (next == s->length || s->text[next] == '\n' || s->text[next] == '(') return true;
    at = next - 1;
  }
  s->open_error = true;
  return false;
}

static void split_list(Splitter *s)
{
  assert(s->at < s->length && s->text[s->at] == '(');
  ListShape shape;
  uint64_t end;
  if (error_end(s, &end))
    add(s, ANSWER_ERROR, end);
  else if (list_shape(s, &shape, &end))
    add(s, kind_of_list(&shape), end);
  else
    add(s, ANSWER_OTHER, s->length); /* the output breaks off in it */
}

/* --- lines --- */

/* "FILE:3:5: ..." and "FILE:3: ..." are errors, cvc5's "FILE:3.5: ..." is a warning. */
static AnswerKind kind_of_located(const char *line, uint64_t length)
{
  for (uint64_t i = 0; i < length && !scan_is_blank(line[i]); i++) {
    if (line[i] != ':') continue;
    uint64_t digit = i + 1, end = digit;
    bool point = false;
    for (; end < length && ((line[end] >= '0' && line[end] <= '9') || line[end] == '.'); end++)
      point |= line[end] == '.';
    if (end > digit && end < length && line[end] == ':')
      return point ? ANSWER_WARNING : ANSWER_ERROR;
    i = end - 1;
  }
  return ANSWER_OTHER;
}

static AnswerKind kind_of_line(const char *line, uint64_t length)
{
  assert(length > 0);
  static const char *const of_error[] = {
      "boolector:", "[error]", "[bitwuzla]", "error:", "Error:", "ERROR", "Fatal failure", NULL};
  static const char *const of_warning[] = {"WARNING", "warning:", "Warning:", "[warning]", NULL};
  for (const char *const *prefix = of_error; *prefix; prefix++)
    if (has_prefix(line, length, *prefix)) return ANSWER_ERROR;
  for (const char *const *prefix = of_warning; *prefix; prefix++)
    if (has_prefix(line, length, *prefix)) return ANSWER_WARNING;
  if (line[0] == '[') { /* [btorsmt2] WARNING ... */
    const char *close = memchr(line, ']', length);
    uint64_t rest = close ? length - (uint64_t)(close - line) - 1 : 0;
    return rest && has_prefix(close + 1, rest, " WARNING") ? ANSWER_WARNING : ANSWER_OTHER;
  }
  return line[0] == ';' ? ANSWER_OTHER : kind_of_located(line, length);
}

/* "x 01x", "a[0011] 0001", "|a b| 1" */
static bool is_assignment(const char *line, uint64_t length)
{
  uint64_t i = length;
  while (i > 0 && (line[i - 1] == '0' || line[i - 1] == '1' || line[i - 1] == 'x')) i--;
  if (i == length || i < 2 || line[i - 1] != ' ') return false;
  uint64_t name = i - 1;
  const char *bar = name > 1 && line[0] == '|' ? memchr(line + 1, '|', name - 1) : NULL;
  uint64_t plain = bar ? (uint64_t)(bar - line) + 1 : 0;
  if (!plain && strchr("0123456789;\"([", line[0])) return false;
  return plain == name || !memchr(line + plain, ' ', name - plain);
}

/* The lines that boolector's -m prints after "sat". */
static void split_assignments(Splitter *s)
{
  uint64_t begin = s->at, end = s->at, at = s->at;
  while (at < s->length) {
    uint64_t stop = line_end(s, at), last = stop;
    while (last > at && scan_is_blank(s->text[last - 1])) last--;
    if (last > at && !is_assignment(s->text + at, last - at)) break;
    if (last > at)
      end = last;
    else if (end == begin)
      begin = end = stop + (stop < s->length);
    at = stop + 1;
  }
  if (end == begin) return;
  s->at = begin;
  while (scan_is_blank(s->text[s->at])) s->at++;
  add(s, ANSWER_MODEL, end);
}

/* One of the words that solvers answer, alone on the line or before a list. */
static bool split_word(Splitter *s, uint64_t stop)
{
  assert(s->at <= stop && stop <= s->length);
  uint64_t end = s->at;
  while (end < stop && !scan_is_blank(s->text[end]) && s->text[end] != '(') end++;
  uint64_t next = end;
  while (next < stop && scan_is_blank(s->text[next])) next++;
  if (next < stop && s->text[next] != '(') return false;
  for (AnswerKind kind = ANSWER_SAT; kind <= ANSWER_SUCCESS; kind++) {
    const char *word = answer_name(kind);
    if (end - s->at != strlen(word) || !has_prefix(s->text + s->at, end - s->at, word)) continue;
    add(s, kind, end);
    return true;
  }
  return false;
}

static void split_line(Splitter *s)
{
  uint64_t stop = line_end(s, s->at);
  if (split_word(s, stop)) {
    if (s->answers->items[s->answers->count - 1].kind != ANSWER_SAT) return;
    if (s->at < s->length && scan_is_blank(s->text[s->at])) split_assignments(s);
    return;
  }
  add(s, kind_of_line(s->text + s->at, stop - s->at), stop);
}

/* A string with nothing else on its last line. */
static void split_string(Splitter *s)
{
  assert(s->at < s->length && s->text[s->at] == '"');
  Scan scan = {.text = s->text, .length = s->length, .at = s->at};
  bool closed = !s->open_quote && scan_next(&scan) == SCAN_STRING;
  s->open_quote = !closed;
  uint64_t next = scan.at;
  while (closed && next < s->length && s->text[next] != '\n' && scan_is_blank(s->text[next]))
    next++;
  if (closed && (next == s->length || s->text[next] == '\n'))
    add(s, ANSWER_ECHO, scan.at);
  else
    split_line(s);
}

void answers_split(const char *text, uint64_t length, Answers *answers)
{
  assert(text || length == 0);
  Splitter s = {.text = text, .length = length, .answers = answers};
  size_t most = answers->count + ANSWERS_MAX - 1;
  for (;;) {
    while (s.at < length && scan_is_blank(text[s.at])) s.at++;
    if (s.at >= length) return;
    if (answers->count >= most)
      add(&s, ANSWER_OTHER, length);
    else if (text[s.at] == '(')
      split_list(&s);
    else if (text[s.at] == '"')
      split_string(&s);
    else
      split_line(&s);
  }
}
