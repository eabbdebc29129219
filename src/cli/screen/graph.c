#include "cli/screen/graph.h"

#include <assert.h>
#include <math.h>

enum { AXIS = 12, LEVELS = 8 };

static const char *block(const Canvas *canvas, long level)
{
  static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static const char *const plain[] = {" ", ".", ".", ".", ":", ":", ":", "#", "#"};
  if (level < 0) level = 0;
  if (level > LEVELS) level = LEVELS;
  return canvas->utf8 ? blocks[level] : plain[level];
}

/* At the right end of a column; below 0 counts as 0. */
static double value_at(const ScreenGraph *graph, size_t column, size_t columns)
{
  assert(column < columns);
  double time = (double)graph->end_ns * (double)(column + 1) / (double)columns, value = 0;
  for (size_t i = 0; i < graph->count && (double)graph->points[i].at_ns <= time; i++)
    value = graph->points[i].value;
  return fmax(value, 0);
}

static void draw_axis(Canvas *canvas, const ScreenGraph *graph, size_t row, double top)
{
  assert(row < graph->rows);
  if (row == 0 && top > 0)
    canvas_printf(canvas, canvas->style.dim, "%*.4g ", AXIS - 1, top);
  else if (row == graph->rows - 1)
    canvas_printf(canvas, canvas->style.dim, "%*s ", AXIS - 1, "0");
  canvas_to(canvas, AXIS + 1);
}

void graph_draw(Canvas *canvas, const ScreenGraph *graph)
{
  assert(graph->rows);
  size_t columns = canvas->width > AXIS + 2 ? canvas->width - AXIS - 2 : 1;
  double top = 0;
  for (size_t i = 0; i < graph->count; i++) top = fmax(top, graph->points[i].value);
  for (size_t row = 0; row < graph->rows; row++) {
    draw_axis(canvas, graph, row, top);
    long floor = (long)(LEVELS * (graph->rows - 1 - row));
    for (size_t i = 0; i < columns && top > 0; i++) {
      double value = value_at(graph, i, columns);
      long level = (long)ceil(value / top * LEVELS * (double)graph->rows);
      canvas_add(canvas, canvas->style.green, block(canvas, level - floor));
    }
    canvas_end(canvas);
  }
}
