#include "cli/screen/canvas.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "record/report/visible.h"

void canvas_init(Canvas *canvas, size_t width, size_t height, Style style, bool utf8)
{
  assert(width && height);
  *canvas = (Canvas){.width = width, .height = height, .style = style, .utf8 = utf8};
  strbuf_init(&canvas->text, 0);
}

void canvas_deinit(Canvas *canvas)
{
  strbuf_deinit(&canvas->text);
}

static bool is_full(const Canvas *canvas)
{
  return canvas->rows == canvas->height || canvas->column >= canvas->width;
}

static bool continues(char byte)
{
  return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The text has no control characters. */
static void add_columns(Canvas *canvas, const char *text, size_t length)
{
  assert(canvas->rows <= canvas->height);
  for (size_t i = 0; i < length && !is_full(canvas);) {
    size_t size = 1;
    while (i + size < length && continues(text[i + size])) size++;
    if (size > 1 && !canvas->utf8)
      strbuf_add_char(&canvas->text, '?');
    else
      strbuf_add(&canvas->text, text + i, size);
    canvas->column++;
    i += size;
  }
}

void canvas_add(Canvas *canvas, const char *style, const char *text)
{
  assert(style && text);
  if (is_full(canvas)) return;
  StrBuf visible;
  strbuf_init(&visible, 0);
  visible_add(&visible, text, strlen(text), false);
  strbuf_add_text(&canvas->text, style);
  add_columns(canvas, visible.bytes, visible.length);
  if (*style) strbuf_add_text(&canvas->text, canvas->style.reset);
  strbuf_deinit(&visible);
}

void canvas_printf(Canvas *canvas, const char *style, const char *format, ...)
{
  va_list arguments;
  char *text;
  va_start(arguments, format);
  int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) mem_exhausted(0);
  canvas_add(canvas, style, text);
  free(text);
}

void canvas_to(Canvas *canvas, size_t column)
{
  while (canvas->column < column && !is_full(canvas)) {
    strbuf_add_char(&canvas->text, ' ');
    canvas->column++;
  }
}

void canvas_to_right(Canvas *canvas, size_t columns)
{
  if (columns < canvas->width) canvas_to(canvas, canvas->width - columns);
}

void canvas_end(Canvas *canvas)
{
  canvas->column = 0;
  if (canvas->rows == canvas->height) return;
  strbuf_add_char(&canvas->text, '\n');
  canvas->rows++;
}

size_t canvas_left(const Canvas *canvas)
{
  assert(canvas->rows <= canvas->height);
  return canvas->height - canvas->rows;
}
