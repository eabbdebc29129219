#include "cli/option/diagnostic.h"

#include <assert.h>
#include <stdbool.h>

#include "base/strbuf.h"
#include "base/utf8.h"

/* How much of a long line is shown before the place. */
enum { COLUMNS_BEFORE = 60 };

typedef struct {
  size_t start, end; /* of the line, in the text */
} Line;

static Line line_around(const char *text, size_t length, size_t offset)
{
  assert(offset <= length);
  Line line = {offset, offset};
  while (line.start > 0 && text[line.start - 1] != '\n') line.start--;
  while (line.end < length && text[line.end] != '\n') line.end++;
  if (line.end > line.start && text[line.end - 1] == '\r') line.end--;
  assert(line.start <= line.end && line.end <= length);
  return line;
}

/* Characters that take no column or change the direction of what follows. */
static bool is_harmful(uint32_t code)
{
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

/* Appends the next character as one column; returns its length. A tab becomes a blank, so that the
 * line below can be aligned. */
static size_t add_column(StrBuf *out, const char *bytes, size_t limit)
{
  assert(limit > 0);
  uint32_t code = 0;
  size_t length = utf8_decode(bytes, limit, &code);
  if (bytes[0] == '\t')
    strbuf_add_char(out, ' ');
  else if (length == 0 || is_harmful(code))
    strbuf_add_char(out, '?');
  else
    strbuf_add(out, bytes, length);
  return length ? length : 1;
}

static bool is_continuation(char byte)
{
  return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Where to begin, so that at most COLUMNS_BEFORE characters come before the offset. */
static size_t window_start(const char *text, Line line, size_t offset)
{
  assert(line.start <= offset);
  size_t start = offset;
  for (int columns = 0; start > line.start && columns < COLUMNS_BEFORE; columns++) {
    start--;
    for (int i = 0; i < 3 && start > line.start && is_continuation(text[start]); i++) start--;
  }
  return start;
}

static void print_place(FILE *out, const Style *style, const char *text, size_t length,
                        size_t offset)
{
  Line line = line_around(text, length, offset);
  if (offset > line.end) offset = line.end;
  size_t at = window_start(text, line, offset);
  StrBuf shown;
  strbuf_init(&shown, 0);
  size_t columns = 0, caret = 0;
  const char *cut_left = at > line.start ? "..." : "";
  while (at < line.end && columns < DIAGNOSTIC_WIDTH) {
    if (at <= offset) caret = columns;
    at += add_column(&shown, text + at, line.end - at);
    columns++;
  }
  if (at <= offset) caret = columns;
  fprintf(out, "  %s%s%s\n", cut_left, strbuf_text(&shown), at < line.end ? "..." : "");
  fprintf(out, "  %s%*s%s^%s\n", cut_left[0] ? "   " : "", (int)caret, "", style->green,
          style->reset);
  strbuf_deinit(&shown);
}

void diagnostic_print(FILE *out, ColorMode color, const char *file, const char *text, size_t length,
                      const Error *error)
{
  assert(file && error);
  Style style = style_for(out, color);
  fputs(style.bold, out);
  text_print_visible(out, file, strlen(file));
  if (error->line) fprintf(out, ":%u:%u", error->line, error->column);
  fprintf(out, ":%s %s%serror:%s ", style.reset, style.bold, style.red, style.reset);
  text_print_visible(out, error->message, strlen(error->message));
  fputc('\n', out);
  if (error->line && text && error->offset <= length)
    print_place(out, &style, text, length, error->offset);
}
