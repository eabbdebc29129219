/* What a script says of itself, as far as oracles have to know it. */
#ifndef FIND_ORACLE_FACTS_H
#define FIND_ORACLE_FACTS_H

#include "run/solver/script_traits.h"
#include "smt/text/answer.h"
#include "smt/text/logic.h"

typedef struct {
  ScriptTraits traits;
  bool understood;          /* assay reads it without an error; if not, only the traits hold */
  bool constants;           /* it declares constants or functions: a model has something to say */
  bool conclusive;          /* a model that makes all assertions true proves sat */
  bool ambiguous;           /* it may mean one thing to one solver and another to the next */
  bool plain;               /* nothing that a solver for its logic may refuse (plain.h) */
  Logic used;               /* the smallest logic that holds it */
  char *logic;              /* declared, else the smallest that holds it; NULL: not known */
  VEC(AnswerKind) statuses; /* what the script says of each check-sat; empty: not of every one */
  VEC(AnswerKind) computed; /* what evaluation says of each check-sat (ground.h); empty: nothing */
} Facts;

/* Reads a script, which is followed by zero bytes (see parser.h), into the bank. In case of an error the
 * facts are valid, too. */
Status facts_read(Bank *bank, const char *text, uint64_t length, Facts *facts, Error *error);
void facts_deinit(Facts *facts);

/* What the script says of a query, numbered from 0: sat or unsat, else ANSWER_UNKNOWN. */
AnswerKind facts_status(const Facts *facts, size_t query);
/* The same of what evaluation says. */
AnswerKind facts_computed(const Facts *facts, size_t query);

#endif
