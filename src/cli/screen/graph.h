/* A small graph of a value that only grows: a step at each of its points. */
#ifndef CLI_SCREEN_GRAPH_H
#define CLI_SCREEN_GRAPH_H

#include "cli/screen/canvas.h"
#include "cli/screen/model.h"

typedef struct {
  const ScreenPoint *points; /* by their times */
  size_t count;
  uint64_t end_ns; /* the right end; the left one is 0 */
  size_t rows;
} ScreenGraph;

/* Lines of the canvas, with the largest value at the left of the first one. */
void graph_draw(Canvas *canvas, const ScreenGraph *graph);

#endif
