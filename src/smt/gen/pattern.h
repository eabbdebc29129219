/* Patterns of terms, written like terms: (bvadd x (bvneg y)).
 *
 * A single small letter stands for any term, the same one wherever it occurs. (zero x) and (one x) are
 * numbers of the sort of x: Int, Real or a bit-vector. Other names are functions of theories without
 * indices; 3 is an Int, 3.0 a Real and "ab" a String. */
#ifndef SMT_GEN_PATTERN_H
#define SMT_GEN_PATTERN_H

#include "smt/term/bank.h"

enum { PATTERN_LETTERS = 26 };

/* What the letters stand for; 0: nothing yet. */
typedef struct {
  Term of[PATTERN_LETTERS];
} Bindings;

/* Does the term have the form of the pattern? Letters that are bound already have to fit. */
bool pattern_match(const Bank *bank, const char *pattern, Term term, Bindings *bindings);
/* The term that the pattern stands for. 0: a letter is not bound, a function does not fit its
 * arguments, or `allowed` says that it may not be used. */
typedef bool (*PatternAllowed)(const void *context, const Bank *bank, Term application);
Term pattern_build(Bank *bank, const char *pattern, const Bindings *bindings,
                   PatternAllowed allowed, const void *context);
/* The letters that occur, as bits. */
uint32_t pattern_letters(const char *pattern);

#endif
