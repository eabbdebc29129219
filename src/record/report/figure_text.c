#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "record/report/figure_script.h"

/* Characters of a name that are shown. */
enum { SHOWN = 48 };

static const char *tex_of(char c)
{
  static const struct {
    char c;
    const char *tex;
  } table[] = {
      {'\\', "\\textbackslash{}"},
      {'{', "\\{"},
      {'}', "\\}"},
      {'#', "\\#"},
      {'$', "\\$"},
      {'%', "\\%"},
      {'&', "\\&"},
      {'_', "\\_"},
      {'~', "\\textasciitilde{}"},
      {'^', "\\textasciicircum{}"},
      {'<', "\\textless{}"},
      {'>', "\\textgreater{}"},
      {'|', "\\textbar{}"},
      {'`', "{}`{}"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].c == c) return table[i].tex;
  return NULL;
}

/* Controls, and characters that change the direction of text. */
static bool is_unwanted(uint32_t code)
{
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x200e || code == 0x200f ||
         (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

/* All but letters as their octal codes: nothing of it can mean something to gnuplot, whose quotes have rules of their
 * own (a doubled quote is not one at the beginning of a string, backquotes run programs, and any number of digits belongs
 * to a code). */
static void add_quoted(StrBuf *out, const char *bytes, size_t length, bool percent)
{
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (isalpha(c) && c < 0x80)
      strbuf_add_char(out, bytes[i]);
    else
      strbuf_printf(out, percent && c == '%' ? "\\%03o\\045" : "\\%03o", c);
  }
}

static void add_character(StrBuf *out, const char *bytes, size_t size, uint32_t code,
                          FigureFormat format, bool percent)
{
  bool tex = format == FIGURE_TEX;
  const char *word = tex && size == 1 ? tex_of(*bytes) : NULL;
  if (size == 0 || is_unwanted(code) || (tex && code > 0x7e))
    strbuf_add_char(out, '?');
  else if (word != NULL)
    add_quoted(out, word, strlen(word), percent);
  else
    add_quoted(out, bytes, size, percent);
}

void figure_add_text(StrBuf *out, const char *text, FigureFormat format, bool percent)
{
  assert(text && format < FIGURE_FORMAT_COUNT);
  size_t length = strlen(text), shown = 0;
  strbuf_add_char(out, '"');
  if (length == 0) strbuf_add_text(out, "(no name)");
  for (size_t at = 0; at < length && shown < SHOWN; shown++) {
    uint32_t code = 0;
    size_t size = utf8_decode(text + at, length - at, &code);
    add_character(out, text + at, size, code, format, percent);
    at += size > 0 ? size : 1;
    if (shown + 1 == SHOWN && at < length) strbuf_add_text(out, "...");
  }
  strbuf_add_char(out, '"');
}
