/* A suite: the best different inputs of performance campaigns, as benchmarks for others.
 *
 *   suite_add_store(&suite, store, &error);      for each store
 *   suite_choose(&suite, 20);
 *   ... suite.items ...
 *   suite_free(&suite);
 *
 * Inputs are different if they are no mutants of one another, or of one input: of each family only the best is taken. */
#ifndef RECORD_SUITE_SUITE_H
#define RECORD_SUITE_SUITE_H

#include "base/vec.h"
#include "record/store/store.h"

#define SUITE_LIMIT_MAX                                                                            \
  (UINT64_C(1) << 36) /* milliseconds; a store that says more is not believed */

typedef struct {
  char *store, *campaign, *language; /* where it comes from, and what it is written in */
  uint64_t number;                   /* of the input */
  double margin;                     /* in the unit of the campaign */
  uint64_t limit_ms;                 /* of the campaign's runs */
  char *text;
  size_t length;
  char *reduced; /* a smaller one that is slow, too; NULL: there is none */
  size_t reduced_length;
  char *constructs; /* of that: names with blanks between; NULL: not known */
} SuiteInput;
typedef VEC(SuiteInput) Suite;

/* Adds the best of each family of each campaign whose text the store has. Those that are not better than nothing are left
 * out. What was added stays, also after an error. */
Status suite_add_store(Suite *suite, Store *store, Error *error);
/* The largest margins first, each text once, at most `count`. */
void suite_choose(Suite *suite, size_t count);
/* Takes out the input with this number. */
void suite_drop(Suite *suite, size_t number);
void suite_free(Suite *suite);

#endif
