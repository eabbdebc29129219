/* What a solver printed, cut into responses by a reader of the profile's choice.
 *
 *   const ResponseReader *reader = response_reader_find(profile->answers);
 *   reader->split(output, length, &responses);
 *
 * Whatever the input language, the answer to a query is one of the SolverAnswers: a network that has a
 * counterexample says SAYS_SAT, a property that holds SAYS_UNSAT. */
#ifndef RUN_SOLVER_RESPONSE_H
#define RUN_SOLVER_RESPONSE_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

#define SOLVER_ANSWER_LIST(X)                                                                      \
  X(SAYS_SAT, "sat")                                                                               \
  X(SAYS_UNSAT, "unsat")                                                                           \
  X(SAYS_UNKNOWN, "unknown")                                                                       \
  X(SAYS_TIMEOUT, "timeout")                                                                       \
  X(SAYS_NOTHING, "nothing") /* no answer that counts */

#define SOLVER_ANSWER_ENUM(code, name) code,
typedef enum { SOLVER_ANSWER_LIST(SOLVER_ANSWER_ENUM) SOLVER_ANSWER_COUNT } SolverAnswer;
#undef SOLVER_ANSWER_ENUM

const char *solver_answer_name(SolverAnswer answer);

typedef enum {
  RESPONSE_ANSWER,      /* to a query */
  RESPONSE_UNSUPPORTED, /* to a command */
  RESPONSE_ERROR,
  RESPONSE_TEXT, /* warnings and whatever is not understood: patterns of the profile may explain it */
  RESPONSE_DETAIL, /* models, cores and the like: full of names of the input, which explain nothing */
} ResponseKind;

typedef struct {
  ResponseKind kind;
  SolverAnswer answer; /* of RESPONSE_ANSWER, else SAYS_NOTHING */
  uint32_t detail;     /* what kind of response it is to the language that the reader is for */
  uint64_t start, end; /* text[start .. end), without blanks around it */
} Response;

typedef VEC(Response) Responses;

/* Readers take any bytes, and never fail. */
typedef struct {
  const char *name; /* in profiles */
  /* Appends the responses, in order. */
  void (*split)(const char *text, uint64_t length, Responses *responses);
  /* Appends the message of an error without what is around it. */
  void (*message)(const char *text, uint64_t length, StrBuf *out);
} ResponseReader;

/* response_smtlib.c: SMT-LIB's responses. `detail` is an AnswerKind (smt/text/answer.h). */
extern const ResponseReader response_smtlib;
/* response_words.c: a line that begins with a word such as sat, holds or violated is an answer. */
extern const ResponseReader response_words;

/* The reader with this name; NULL: there is none. Without a name it is that of SMT-LIB. */
const ResponseReader *response_reader_find(const char *name);

#endif
