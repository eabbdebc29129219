/* Lines of text of a fixed width, with styles: what does not fit is cut, so that a terminal never wraps it. */
#ifndef CLI_SCREEN_CANVAS_H
#define CLI_SCREEN_CANVAS_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "cli/option/style.h"

typedef struct {
  StrBuf text; /* lines, each ended by a newline; escape sequences of styles take no columns */
  size_t width, height;
  size_t column, rows; /* of the line that is written; lines that are done */
  Style style;
  bool utf8; /* the terminal shows more than ASCII */
} Canvas;

void canvas_init(Canvas *canvas, size_t width, size_t height, Style style, bool utf8);
void canvas_deinit(Canvas *canvas);

/* In the style, which may be "". Control characters are made visible; without UTF-8 what is not ASCII becomes '?'. */
void canvas_add(Canvas *canvas, const char *style, const char *text);
void canvas_printf(Canvas *canvas, const char *style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Spaces up to a column. */
void canvas_to(Canvas *canvas, size_t column);
/* So that a text of so many columns ends the line. */
void canvas_to_right(Canvas *canvas, size_t columns);
/* Ends the line; lines after the last one are dropped. */
void canvas_end(Canvas *canvas);
/* How many lines there is room for. */
size_t canvas_left(const Canvas *canvas);

#endif
