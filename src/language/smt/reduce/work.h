/* The state of a reduction: the script that the best text so far is, and what it takes to make others of it. */
#ifndef LANGUAGE_SMT_REDUCE_WORK_H
#define LANGUAGE_SMT_REDUCE_WORK_H

#include "language/reducer.h"
#include "language/smt/reduce/edit.h"
#include "language/smt/reduce/render.h"

/* How large a script is: what the user wants to be small first. */
typedef struct {
  uint64_t first, second;
} Cost;

typedef struct {
  ReduceContext *base; /* with the best text */
  Bank *bank;
  Script script; /* the best so far */
  Cost cost;
  Editor *editor;
  Renderer *renderer;
  PrintOptions print;
  bool prune;      /* leave out declarations that are not used */
  bool reread;     /* candidates have to be read again to see whether their scopes are right */
  uint32_t opaque; /* commands of the script that are text to us */
} Work;

/* Begins with the text of the context. */
void work_init(Work *work, ReduceContext *context);
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

/* Prints in another style from now on. The text of the best script is printed anew. */
void work_restyle(Work *work, const PrintOptions *print);

/* Moves everything into a new bank, once the old one holds much that is not used any more. */
void work_refresh(Work *work);

#endif
