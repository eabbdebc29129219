/* How many instances of a set are solved within which time: as bars of text, and as a figure. */
#ifndef CLI_COMMAND_VERIFY_CACTUS_H
#define CLI_COMMAND_VERIFY_CACTUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"
#include "base/vec.h"

typedef struct {
  const char *name; /* of the instance; it lives as long as this */
  bool solved;
  double seconds, limit;
} CactusPoint;

typedef VEC(CactusPoint) CactusPoints;

/* One line for each of some times, the last of which all solved instances are within. */
void verify_cactus_print(FILE *out, const CactusPoints *points);
/* Draws it with gnuplot; the ending of the path says how. */
Status verify_cactus_draw(const char *path, const CactusPoints *points, Error *error);

#endif
