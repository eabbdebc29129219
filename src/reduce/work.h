/* The state of a reduction: the best script so far, and what it takes to try others. */
#ifndef REDUCE_WORK_H
#define REDUCE_WORK_H

#include "reduce/checker.h"
#include "reduce/edit.h"
#include "reduce/reduce.h"
#include "reduce/render.h"

/* How large a script is: what the user wants to be small first. */
typedef struct {
  uint64_t first, second;
} Cost;

typedef struct {
  const ReduceOptions *options;
  Supervisor *sup;
  Checker *check;
  Bank *bank;
  Script script; /* the best so far */
  StrBuf text;   /* what it looks like */
  Cost cost;
  Editor *editor;
  Renderer *renderer;
  PrintOptions print;
  TextSet failed;  /* texts that do not show the behaviour */
  bool prune;      /* leave out declarations that are not used */
  bool reread;     /* candidates have to be read again to see whether their scopes are right */
  bool stopped;    /* by a signal, the end of the time, or an error in check->error */
  uint64_t chunks; /* how often several edits at once were accepted */
  uint64_t end_ns;
  uint64_t tick_ns; /* of the next report of progress */
  ReduceStatistics statistics;
} Work;

/* Reads a script as the first one that is best, into a bank of its own. options, sup and check are set by
 * the caller. Call work_close in every case. */
Status work_open(Work *work, const char *text, size_t length, Error *error);
void work_close(Work *work);

/* Takes a script as the best, whose text is printed. */
void work_take_script(Work *work, Script *script);
Cost work_cost(const Work *work, const Script *script, const StrBuf *text);
static inline bool cost_less(Cost a, Cost b)
{
  return a.first != b.first ? a.first < b.first : a.second < b.second;
}

/* Makes the script after some edits, and its text. False if there is none, or the text is longer than
 * the limit of `text`. */
bool work_candidate(Work *work, const Edit *edits, size_t count, Script *script, StrBuf *text,
                    TextHash *hash);

/* Tells the user what has been reached. */
void work_report(Work *work, bool improved);
/* Is it time to stop? */
bool work_is_over(Work *work);

/* Writes zero bytes behind a text, which readers of it want. */
void work_pad(StrBuf *text);

/* Prints in another style from now on. The text of the best script is printed anew. */
void work_restyle(Work *work, const PrintOptions *print);

/* Moves everything into a new bank, once the old one holds much that is not used any more. */
bool work_refresh(Work *work);

#endif
