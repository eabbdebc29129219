/* Trying edits: many at once, then fewer, and what works stays. */
#ifndef FIND_REDUCE_SEARCH_H
#define FIND_REDUCE_SEARCH_H

#include "find/reduce/work.h"

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

/* Applies edits in chunks that get smaller (Zeller and Hildebrandt, "Simplifying and isolating
 * failure-inducing input", 2002), and keeps what shows the behaviour. Returns how often something was
 * accepted. */
uint64_t search(Work *work, const SearchSubject *kind, void *subject, SearchStyle style);

/* The same for edits of the best script. Takes the list apart. Those that cannot be carried over after
 * a change are left untried. */
uint64_t search_edits(Work *work, Edits *edits, SearchStyle style);

#endif
