/* Looking for a model ourselves: where a solver says unsat and nobody has a model, one that satisfies the script proves the
 * solver wrong.
 *
 * Models are drawn at random, with the literals of the script among the values, and changed definition by definition as
 * long as no fewer assertions are true. What is found is printed, read again and checked like the model of a solver. */
#ifndef LANGUAGE_SMT_WITNESS_H
#define LANGUAGE_SMT_WITNESS_H

#include "language/smt/examination.h"

/* Tries so many models for a query, numbered from 1. True: one satisfies it, and its text is appended. The same for the same
 * script each time. */
bool smtlib_find_witness(const Examination *examination, uint32_t query, uint32_t tries,
                         StrBuf *model);

#endif
