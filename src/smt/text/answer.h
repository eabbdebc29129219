/* What a solver printed while it ran a script: its standard output, cut into responses.
 *
 * The text may hold anything: binary bytes, half a line, a list that is never closed. Splitting never
 * fails, takes time linear in the text, and gives every byte that is not blank to a response; what is
 * not understood is ANSWER_OTHER. The kinds are found without knowing the script, so two doubts
 * remain that only the caller can settle: a solver that echoes strings without their quotes can
 * seem to answer (ANSWER_OTHER mostly), and lists of one form can answer several commands. */
#ifndef SMT_TEXT_ANSWER_H
#define SMT_TEXT_ANSWER_H

#include "base/strbuf.h"
#include "smt/text/parser.h"

#define ANSWER_LIST(X)                                                                             \
  X(ANSWER_SAT, "sat")                                                                             \
  X(ANSWER_UNSAT, "unsat")                                                                         \
  X(ANSWER_UNKNOWN, "unknown")                                                                     \
  X(ANSWER_TIMEOUT, "timeout")                                                                     \
  X(ANSWER_UNSUPPORTED, "unsupported")                                                             \
  X(ANSWER_SUCCESS, "success")                                                                     \
  X(ANSWER_ERROR, "error")   /* (error "..."), and lines such as FILE:3:5: ... */                  \
  X(ANSWER_MODEL, "model")   /* (model ...), ((define-fun ...) ...), lines of boolector -m */      \
  X(ANSWER_VALUES, "values") /* ((t v) ...): get-value, get-assignment */                          \
  X(ANSWER_NAMES, "names")   /* (a (not b) ...): unsat core, unsat assumptions */                  \
  X(ANSWER_EMPTY, "empty")   /* (): a model, a core or an assignment of nothing */                 \
  X(ANSWER_PROOF, "proof")                                                                         \
  X(ANSWER_INFO, "info")       /* (:keyword ...) */                                                \
  X(ANSWER_ECHO, "echo")       /* a string in quotes */                                            \
  X(ANSWER_WARNING, "warning") /* a line */                                                        \
  X(ANSWER_OTHER, "other")     /* a line, a list, or all of a text that breaks off within a list */

#define ANSWER_ENUM(kind, name) kind,
typedef enum { ANSWER_LIST(ANSWER_ENUM) ANSWER_COUNT } AnswerKind;
#undef ANSWER_ENUM

typedef struct {
  AnswerKind kind;
  uint64_t start, end; /* text[start .. end), without blanks around it */
} Answer;

typedef VEC(Answer) Answers;

/* Beyond this many responses the rest of the text is one ANSWER_OTHER. */
enum { ANSWERS_MAX = 1 << 20 };

const char *answer_name(AnswerKind kind);

/* Appends the responses, in order. */
void answers_split(const char *text, uint64_t length, Answers *answers);

/* The functions below take text[start .. end) of a response of the kind they are for; other text is
 * an error or, for answer_message, taken as it is. */

/* Appends the message of an error or the text of an echo, without (error ...), quotes and escapes. */
void answer_message(const char *text, uint64_t length, StrBuf *out);

/* Appends the names (Symbol) of a list such as an unsat core. */
Status answer_read_names(Bank *bank, const char *text, uint64_t length, U32Vec *names,
                         Error *error);

/* These need the parser that has read the script up to the command that was answered, and leave its
 * declarations and its place in the script as they are. Errors have line and column in `text`.
 *
 * Terms of a list: unsat assumptions, get-assertions, a core whose names are those of assertions. */
Status answer_read_terms(Parser *parser, const char *text, uint64_t length, U32Vec *terms,
                         Error *error);
/* Appends term and value of each pair of a get-value response. They have the same sort. */
Status answer_read_values(Parser *parser, const char *text, uint64_t length, U32Vec *pairs,
                          Error *error);

#endif
