/* A language for tests of fuzzing: inputs are words of TOY_LETTERS letters, each of which is a construct. A word
 * is sat if it has the letter TOY_WITNESS in it, which the examiner computes. */
#ifndef TEST_SUPPORT_TOY_LANGUAGE_H
#define TEST_SUPPORT_TOY_LANGUAGE_H

#include "language/language.h"

enum { TOY_LETTERS = 12, TOY_WITNESS = 'a' };

typedef struct {
  Language language;
  uint64_t seed;
  size_t length;    /* of what is generated */
  size_t instances; /* that are alive */
  size_t nowhere;   /* a construct that can never be placed; TOY_LETTERS: none */
} ToyLanguage;

void toy_language_init(ToyLanguage *toy, uint64_t seed);

/* The same as an adapter has it: made from settings ("length", "start"). Solvers read its inputs from two files, .size
 * with the number of letters and .word. Its name is "toy-pair". */
extern const LanguageInterface toy_pair_interface;

#endif
