/* The words that inputs are looked for by, made ready once so that looking at one of a million inputs takes no comparing of
 * texts.
 *
 *   if (!inputs_words_init(&words, data, "z3:timeout 99")) ...
 *   inputs_words_match(&words, instance, cells) */
#ifndef RECORD_REPORT_INPUTS_WORDS_H
#define RECORD_REPORT_INPUTS_WORDS_H

#include "record/report/data.h"

enum { INPUTS_WORDS_MOST = 16 };

/* What the inputs have that have one word. */
typedef struct {
  U32Vec outcomes;           /* of each solver, bit by outcome */
  U64Vec examples;           /* inputs of findings, sorted */
  bool is_digits, is_number; /* digits somewhere in the number; the whole number */
  uint64_t number;
  uint64_t least; /* number with as many digits, 0 if it is one */
} InputsWord;

typedef struct {
  VEC(InputsWord) list;
} InputsWords;

/* `text` may be NULL: no words, which all inputs have. False: there are more than INPUTS_WORDS_MOST; `words` is valid. */
bool inputs_words_init(InputsWords *words, const ReportData *data, const char *text);
void inputs_words_deinit(InputsWords *words);
/* `cells` has one cell for each solver of the data. */
bool inputs_words_match(const InputsWords *words, uint64_t instance, const ReportCell *cells);

#endif
