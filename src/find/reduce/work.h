/* The state of a reduction: the best script so far, and what it takes to try others. */
#ifndef FIND_REDUCE_WORK_H
#define FIND_REDUCE_WORK_H

#include "find/reduce/checker.h"
#include "find/reduce/edit.h"
#include "find/reduce/reduce.h"
#include "find/reduce/render.h"

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
  uint32_t opaque; /* commands of the script that are text to us */
  bool slow;       /* examining a text takes so long that only large cuts are worth it at first */
  bool stopped;    /* by a signal, the end of the time, or an error in check->error */
  bool has_best;   /* the sink has been told of a text */
  uint64_t chunks; /* how often several edits at once were accepted */
  uint64_t end_ns;
  uint64_t tick_ns; /* of the next report of progress */
  ReduceStatistics statistics;
} Work;

/* Begins with a text. options, sup and check are set by the caller. */
void work_init(Work *work, const char *text, size_t length);
void work_deinit(Work *work);

/* Reads the best text as a script, into a bank of its own. The text is printed anew, which may make it
 * another one. On errors nothing changes. */
Status work_read(Work *work, Error *error);
/* The same for a text of which some commands cannot be read; they are counted in work->opaque. */
bool work_read_leniently(Work *work);

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

/* Does a text show the behaviour? Sets work->stopped if that cannot be found out. */
bool work_shows(Work *work, const StrBuf *text);

/* Tells the user what has been reached. */
void work_report(Work *work, bool improved);
/* Is it time to stop? */
bool work_is_over(Work *work);

/* Writes zero bytes behind a text, which readers of it want. */
void work_pad(StrBuf *text);

/* Prints in another style from now on. The text of the best script is printed anew. */
void work_restyle(Work *work, const PrintOptions *print);

/* Moves everything into a new bank, once the old one holds much that is not used any more. */
void work_refresh(Work *work);

#endif
