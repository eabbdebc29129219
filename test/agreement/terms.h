/* Random ground applications of one operator and the values that the evaluator computes for them. */
#ifndef TEST_AGREEMENT_TERMS_H
#define TEST_AGREEMENT_TERMS_H

#include <stdbool.h>

#include "base/vec.h"
#include "smt/term/bank.h"
#include "smt/text/print.h"

typedef struct {
  Term term, value, equation;
  char *text;     /* of the equation */
  bool functions; /* functions occur in it: the logic must allow that */
} Equation;

typedef VEC(Equation) Equations;

/* Where the terms of an operator come from. Each has a bank of its own, so that memory does not grow with
 * the number of operators, and sources can be used in several threads. */
typedef struct {
  Bank *bank;
  Printer *printer;
  U32Vec operators; /* Fun: all that are evaluated */
  uint32_t number;  /* in operators */
  uint64_t seed;
  uint64_t drawn; /* how often something was drawn so far */
  Index seen;     /* terms that came before */
  uint32_t terms, undetermined;
} Source;

/* The functions that are evaluated. They are the same in each bank that has the theories. */
void find_operators(const Bank *bank, U32Vec *operators);

void source_init(Source *source, uint64_t seed, uint32_t number);
void source_deinit(Source *source);
/* Draws a number of times and gives the terms that are new and have a value. With `nest`, half of the
 * arguments are applications; otherwise one in ten is. */
void source_draw(Source *source, uint32_t times, bool nest, Equations *equations);
void equations_clear(Equations *equations);

#endif
