/* Reducing inputs of a language: a smaller input that still shows a behaviour.
 *
 * The reducer of a language knows what can be left out. It lists edits of the best input so far, and asks the search
 * (find/reduce/search.h) to try them: which ones at a time, on how many processors, and whether a text shows the
 * behaviour is none of its business.
 *
 *   static Status reduce(ReduceContext *context, Error *error)
 *   {
 *     do changes = reduce_search(context, &kind, &edits, (SearchStyle){0});
 *     while (changes && !context->stopped);
 *     context->statistics.minimal = !context->stopped;
 *     return STATUS_OK;
 *   } */
#ifndef LANGUAGE_REDUCER_H
#define LANGUAGE_REDUCER_H

#include "base/status.h"
#include "base/strbuf.h"
#include "language/text_set.h"

/* What is to be small. */
typedef enum { GOAL_BYTES, GOAL_NODES, GOAL_ASSERTS } ReduceGoal;

typedef struct {
  uint64_t checks;     /* texts that were examined */
  uint64_t repeated;   /* candidates that had been examined before */
  uint64_t larger;     /* candidates that were not smaller, and not examined */
  uint64_t accepted;   /* candidates that became the best */
  uint64_t candidates; /* all of them */
  uint64_t own_ns;     /* CPU time of ours */
  uint64_t bytes;      /* of the best text */
  uint64_t assertions; /* of it */
  bool minimal;        /* no candidate of any move shows the behaviour */
} ReduceStatistics;

typedef struct {
  bool singly; /* one edit at a time from the start */
  bool coarse; /* leave small chunks alone as long as large ones bring nothing: those come later */
  bool may_grow; /* a text that is not smaller is fine: the edits lead elsewhere */
  uint32_t part; /* the least part of what is best that has to go: 1/part; 0: anything */
} SearchStyle;

/* A list of edits of what is best. */
typedef struct {
  size_t (*count)(const void *subject);
  /* The text after edits [at, end). False if there is none, or it is not worth a try. */
  bool (*make)(void *subject, size_t at, size_t end, StrBuf *text, TextHash *hash);
  /* Makes that text the best, takes these edits off the list and carries the others over to it. Returns
   * how many of those before `at` are left. */
  size_t (*accept)(void *subject, size_t at, size_t end);
} SearchSubject;

typedef struct ReduceContext ReduceContext;

/* What the search does for a reducer. */
typedef struct {
  uint64_t (*search)(ReduceContext *context, const SearchSubject *kind, void *subject,
                     SearchStyle style);
  bool (*shows)(ReduceContext *context, const StrBuf *text);
  void (*report)(ReduceContext *context, bool improved);
} ReduceServices;

/* One reduction. */
struct ReduceContext {
  const ReduceServices *services;
  ReduceGoal goal;
  bool keep_names;
  bool
      any_text; /* the text need not be an input of the language; what is left need not be one, either */
  bool slow;       /* examining a text takes so long that only large cuts are worth it at first */
  StrBuf text;     /* the best so far: at first the original */
  TextSet failed;  /* texts that do not show the behaviour */
  bool stopped;    /* by a signal, the end of the time, or an error: nothing is tried any more */
  bool has_best;   /* a text was reported as the best */
  uint64_t chunks; /* how often several edits at once were accepted */
  ReduceStatistics statistics;
};

/* Applies edits in chunks that get smaller, and keeps what shows the behaviour. Returns how often something
 * was accepted. */
static inline uint64_t reduce_search(ReduceContext *context, const SearchSubject *kind,
                                     void *subject, SearchStyle style)
{
  return context->services->search(context, kind, subject, style);
}

/* Does a text show the behaviour? Sets context->stopped if that cannot be found out. */
static inline bool reduce_shows(ReduceContext *context, const StrBuf *text)
{
  return context->services->shows(context, text);
}

/* Tells the user what has been reached; `improved`: context->text is new. */
static inline void reduce_report(ReduceContext *context, bool improved)
{
  context->services->report(context, improved);
}

/* Makes a text the best. The old one is in `text` then. */
void reduce_take_text(ReduceContext *context, StrBuf *text);
/* Writes zero bytes after a text, which readers of it want. */
void reduce_pad_text(StrBuf *text);

typedef struct {
  const char *
      trivial; /* an input that has nothing in it: what it shows is not worth reducing to; NULL: none */
  /* Makes context->text, which shows the behaviour, smaller until nothing changes it, which sets
   * statistics.minimal, or it is stopped. An error with a line is one of the input. */
  Status (*reduce)(ReduceContext *context, Error *error);
} ReducerInterface;

#endif
