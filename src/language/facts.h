/* What is known of an input before solvers run on it: what an examiner finds out, and oracles judge by. */
#ifndef LANGUAGE_FACTS_H
#define LANGUAGE_FACTS_H

#include "run/solver/response.h"
#include "run/solver/script_traits.h"

typedef struct {
  ScriptTraits traits;        /* how solvers are asked, and how many answers may come */
  bool understood;            /* it is read without an error; if not, only the traits hold */
  bool constants;             /* it has unknowns: a model has something to say */
  bool conclusive;            /* a model that satisfies it proves sat */
  bool ambiguous;             /* it may mean one thing to one solver and another to the next */
  bool plain;                 /* nothing that a solver for its logic may refuse */
  char *logic;                /* the part of the language that it uses; NULL: not known */
  VEC(SolverAnswer) statuses; /* what it says itself of each query; empty: not of every one */
  VEC(SolverAnswer) computed; /* what evaluation says of each query; empty: nothing */
  VEC(char *) witnesses; /* models of the first queries that we have found ourselves; NULL: none */
} Facts;

void facts_deinit(Facts *facts);

/* What the input says of a query, numbered from 0: sat or unsat, else SAYS_UNKNOWN. */
SolverAnswer facts_status(const Facts *facts, size_t query);
/* The same of what evaluation says. */
SolverAnswer facts_computed(const Facts *facts, size_t query);

/* The model that was found for a query, numbered from 0; NULL: none. */
const char *facts_witness(const Facts *facts, size_t query);
/* Takes a text from the heap as the model of a query. */
void facts_set_witness(Facts *facts, size_t query, char *model);

#endif
