/* What text looks like on a terminal: styles, width, wrapping, and foreign text made harmless. */
#ifndef CLI_OPTION_STYLE_H
#define CLI_OPTION_STYLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorMode;

/* Escape sequences to print before and after styled text, e.g.
 * printf("%serror%s: ...", style.red, style.reset). All are empty when the stream has no styles. */
typedef struct {
  const char *bold;
  const char *dim;
  const char *red;
  const char *green;
  const char *yellow;
  const char *blue;
  const char *cyan;
  const char *reset;
} Style;

/* The styles for a stream. COLOR_AUTO gives empty ones if the stream is not a terminal, NO_COLOR is
 * set to something, or TERM is unset or "dumb". COLOR_ALWAYS wins over the environment. */
Style style_for(FILE *stream, ColorMode mode);

/* The width to wrap at: the terminal's, within 40 to 100 columns, or 80 if it is not a terminal. */
size_t style_width(FILE *stream);

/* The columns that UTF-8 text takes, one for each code point. */
size_t text_columns(const char *text);

/* Prints text filled to `width` columns and ends with a newline. The cursor stands at `column`;
 * every further line starts at `indent`. A newline in the text starts a new line, and a line that
 * starts with a space is printed as it is. */
void text_wrap(FILE *out, const char *text, size_t column, size_t indent, size_t width);

/* Prints bytes that came from elsewhere (a file, a solver) so that they cannot steer a terminal:
 * newline and tab pass; other control characters, bytes that are not UTF-8 and characters that
 * reverse the direction of text are printed as \xNN or \u{NNNN}. */
void text_print_visible(FILE *out, const char *bytes, size_t length);

/* What a noun has at its end behind this number: "1 input", "2 inputs". */
static inline const char *text_plural(uint64_t count)
{
  return count == 1 ? "" : "s";
}

#endif
