#include "cli/option/style.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "record/report/visible.h"

enum { WIDTH_DEFAULT = 80, WIDTH_LEAST = 40, WIDTH_MOST = 100 };

static const Style style_plain = {"", "", "", "", "", "", "", ""};
static const Style style_ansi = {
    .bold = "\033[1m",
    .dim = "\033[2m",
    .red = "\033[31m",
    .green = "\033[32m",
    .yellow = "\033[33m",
    .blue = "\033[34m",
    .cyan = "\033[36m",
    .reset = "\033[0m",
};

Style style_for(FILE *stream, ColorMode mode)
{
  assert(mode <= COLOR_NEVER);
  if (mode == COLOR_ALWAYS) return style_ansi;
  if (mode == COLOR_NEVER) return style_plain;
  const char *no_color = getenv("NO_COLOR");
  if (no_color && *no_color) return style_plain;
  const char *terminal = getenv("TERM");
  if (!terminal || !*terminal || strcmp(terminal, "dumb") == 0) return style_plain;
  return isatty(fileno(stream)) ? style_ansi : style_plain;
}

size_t style_width(FILE *stream)
{
  int fd = fileno(stream); /* -1 for a stream in memory */
  struct winsize size;
  if (fd < 0 || !isatty(fd) || ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return WIDTH_DEFAULT;
  if (size.ws_col < WIDTH_LEAST) return WIDTH_LEAST;
  return size.ws_col > WIDTH_MOST ? WIDTH_MOST : size.ws_col;
}

static size_t columns(const char *text, size_t length)
{
  size_t count = 0;
  for (size_t i = 0; i < length; i++) count += ((unsigned char)text[i] & 0xC0) != 0x80;
  return count;
}

size_t text_columns(const char *text)
{
  return columns(text, strlen(text));
}

static void print_indent(FILE *out, size_t indent)
{
  fprintf(out, "%*s", (int)indent, "");
}

/* Fills one line of the source text, which may become several. The indent is printed only before a
 * word, so that no line ends in spaces. */
static void wrap_line(FILE *out, const char *line, size_t length, size_t column, size_t indent,
                      size_t width)
{
  assert(width > 0);
  bool line_empty = true;
  for (size_t i = 0; i < length;) {
    size_t skip = strspn(line + i, " ");
    i += skip;
    if (i >= length) break;
    size_t word = strcspn(line + i, " \n");
    size_t word_columns = columns(line + i, word);
    if (!line_empty && column + 1 + word_columns > width) {
      fputc('\n', out);
      column = 0;
      line_empty = true;
    }
    if (line_empty && column < indent) {
      print_indent(out, indent - column);
      column = indent;
    } else if (!line_empty) {
      fputc(' ', out);
      column++;
    }
    fwrite(line + i, 1, word, out);
    column += word_columns;
    line_empty = false;
    i += word;
  }
}

void text_wrap(FILE *out, const char *text, size_t column, size_t indent, size_t width)
{
  for (;;) {
    size_t length = strcspn(text, "\n");
    if (*text == ' ') {
      if (column < indent) print_indent(out, indent - column);
      fwrite(text, 1, length, out);
    } else {
      wrap_line(out, text, length, column, indent, width);
    }
    fputc('\n', out);
    column = 0;
    text += length;
    if (*text == '\0') return;
    text++;
  }
}

void text_print_visible(FILE *out, const char *bytes, size_t length)
{
  enum { PIECE = 4096 };
  StrBuf visible;
  strbuf_init(&visible, 0);
  for (size_t at = 0; at < length;) {
    at += visible_add_piece(&visible, bytes + at, length - at, true);
    if (at < length && visible.length < PIECE) continue;
    fwrite(visible.bytes, 1, visible.length, out);
    strbuf_clear(&visible);
  }
  strbuf_deinit(&visible);
}
