/* Random regular expressions. */
#ifndef GEN_DRAW_REGEX_H
#define GEN_DRAW_REGEX_H

#include "base/random.h"
#include "term/bank.h"

/* A regular expression without variables over all operators, at most `depth` operators deep, over the
 * characters that random strings have. */
Term draw_regex(Bank *bank, Random *random, uint32_t depth);

#endif
