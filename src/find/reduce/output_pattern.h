/* Regular expressions for output that a program under test has written. Matching takes a time that grows with the square of a
 * hostile line, or worse with references to groups; so it is done beside us, and ended after OUTPUT_PATTERN_MS. */
#ifndef FIND_REDUCE_OUTPUT_PATTERN_H
#define FIND_REDUCE_OUTPUT_PATTERN_H

#include <regex.h>
#include <stdbool.h>

#include "base/status.h"

enum { OUTPUT_PATTERN_MS = 1000 };

typedef struct {
  bool wanted; /* or everything fits */
  bool refers; /* to its own groups */
  regex_t regex;
} OutputPattern;

/* NULL: everything fits. */
Status output_pattern_init(OutputPattern *pattern, const char *text, Error *error);
void output_pattern_deinit(OutputPattern *pattern);

/* Does the text, which ends with a zero byte, have a part that fits? What is not known in time does not. */
bool output_pattern_fits(const OutputPattern *pattern, const char *text, size_t length);

#endif
