/* Random regular expressions. */
#ifndef SMT_DRAW_DRAW_REGEX_H
#define SMT_DRAW_DRAW_REGEX_H

#include "base/random.h"
#include "smt/term/bank.h"

/* A regular expression without variables over all operators, at most `depth` operators deep, over the
 * characters that random strings have. */
Term draw_regex(Bank *bank, Random *random, uint32_t depth);
/* One that has no regular expression inside: a constant, a range, the language of one string. */
Term draw_regex_leaf(Bank *bank, Random *random);

#endif
