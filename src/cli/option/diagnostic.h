/* Errors in a text, shown with the place they are at. */
#ifndef CLI_OPTION_DIAGNOSTIC_H
#define CLI_OPTION_DIAGNOSTIC_H

#include <stddef.h>
#include <stdio.h>

#include "base/status.h"
#include "cli/option/style.h"

/* Prints
 *
 *   FILE:7:13: error: message
 *     (assert (= x 1.5.2))
 *                  ^
 *
 * with at most DIAGNOSTIC_WIDTH columns of the line, from around the place. What could disturb a
 * terminal is replaced. An error without a place has the first line only. */
enum { DIAGNOSTIC_WIDTH = 100 };

void diagnostic_print(FILE *out, ColorMode color, const char *file, const char *text, size_t length,
                      const Error *error);

#endif
