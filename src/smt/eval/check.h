/* Checking what a solver printed against the script it was given: each model with the assertions that
 * it is a model of. */
#ifndef SMT_EVAL_CHECK_H
#define SMT_EVAL_CHECK_H

#include "smt/eval/verdict.h"
#include "smt/text/answer.h"

typedef struct {
  Bank *bank;
  const char *script; /* followed by zero bytes, see parser.h */
  uint64_t script_length;
  /* What a parser has made of the script, and the parser, at its end; NULL: the script is to be read. */
  const Script *read;
  Parser *parser;
  const char *output; /* of the solver; NULL: there is no model */
  uint64_t output_length;
  uint64_t sound; /* errors in the first bytes of the output, so many, have changed nothing */
  bool values;    /* what answers get-value is a model, too: it has all constants of the script */
  const char *const *terms; /* texts of terms whose values are wanted, too */
  uint32_t term_count;
  EvalLimits limits;
} CheckRequest;

/* An assertion or assumption that was in force. */
typedef struct {
  Term term;
  uint64_t offset; /* of its command in the script */
} Claim;

/* A term that was asked for: its value, or why there is none. */
typedef struct {
  Term term;
  Term value; /* 0: undetermined, or without a form as a term */
  Reason reason;
  Term blame;
} TermValue;

/* One model. */
typedef struct {
  Answer answer;    /* the text of the model, in the output */
  bool after_error; /* the solver had reported an error before: what it says then does not count */
  uint32_t query;   /* number of the check-sat it answers, from 1; 0: the script has none */
  Status status;    /* STATUS_OK, or what is wrong with the model */
  Error error;      /* then: with line and column in the output */
  VEC(Claim) claims;
  VEC(Verdict) verdicts; /* of each claim; empty if there is no model or it is wrong */
  VEC(TermValue) values; /* of each term that was asked for; empty if the model is wrong */
} Check;

typedef VEC(Check) Checks;

/* Reads the script and checks every model of the output, in order. A model belongs to the check-sat
 * whose answer is before it; a text without answers is a model for the last check-sat, or for the end
 * of a script without one. Without output there is one Check, at the last check-sat.
 *
 * Fails if the script is wrong (line and column in the script), if the output has a model for which
 * the script has no check-sat, or if a term is wrong (no line). */
Status check_output(const CheckRequest *request, Checks *checks, Error *error);
void checks_deinit(Checks *checks);

#endif
