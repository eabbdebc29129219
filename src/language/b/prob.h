/* ProB: a process of probcli that is asked predicate by predicate, by its read-eval loop or by its socket.
 *
 * Answers are evidence of ProB's own: a contradiction that it found after an enumeration warning is none, since it has not tried
 * everything. After a time-out, a crash or an answer that cannot be understood the process is not asked again. */
#ifndef LANGUAGE_B_PROB_H
#define LANGUAGE_B_PROB_H

#include "b/text/module.h"
#include "base/strbuf.h"
#include "base/text_list.h"
#include "run/process/supervisor.h"

typedef struct {
  const char *program;         /* probcli */
  const char *backend;         /* PROB, KODKOD, Z3, Z3AXM, Z3CNS, CDCLT, SAT, SATZ3, CVC4 */
  const TextList *preferences; /* NAME=VALUE */
  const char *machine;         /* a file with the sets of predicates; NULL: there are none */
  bool socket;                 /* not the loop */
  uint64_t timeout_ms;         /* of each query; 0: none */
} ProbSettings;

extern const char *const prob_backends[]; /* ends with NULL */

typedef enum {
  PROB_SOLUTION,
  PROB_CONTRADICTION,
  PROB_UNKNOWN, /* the text says why */
  PROB_TIMEOUT,
  PROB_ERROR,  /* it refuses the predicate: the text has its words */
  PROB_CRASHED /* it is gone: the text says how */
} ProbAnswer;

typedef struct Prob Prob;

/* Starts it. Its answers to everything tell if that did not work. The settings have to live as long. */
Prob *prob_create(Supervisor *sup, const ProbSettings *settings);
void prob_destroy(Prob *prob);
/* Asks for a solution of a predicate; `text` becomes its values (b/eval/model.h), or what the answer says. */
ProbAnswer prob_ask(Prob *prob, BBank *bank, BTerm predicate, StrBuf *text);

#endif
