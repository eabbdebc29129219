#include "find/reduce/search.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "find/reduce/pool.h"

/* Lists that short are not tried in chunks. A coarse search ends with chunks of this part of a list. */
enum { SHORT_LIST = 8, COARSE_PARTS = 16 };

/* Where in the list we are: edits [at, at + size). */
typedef struct {
  size_t at, size;
} Chunk;

typedef struct {
  Chunk chunk;
  TextHash hash;
} SearchTry;

typedef struct {
  ReduceRun *run;
  const SearchSubject *kind;
  void *subject;
  Pool *pool;
  Chunk next;           /* to be tried, if all before it fails */
  size_t least;         /* size of chunks from which on changes at a size are needed to go on */
  bool fruitful;        /* chunks of this size or the last one have changed something */
  VEC(SearchTry) tries; /* in progress; the ticket of one is its place here */
  StrBuf text;
  uint64_t changes;
} Search;

static bool skip_to_next(Search *search)
{
  Chunk *next = &search->next;
  size_t count = search->kind->count(search->subject);
  if (count == 0 || next->size == 0) return false;
  while (next->at >= count) {
    next->at = 0;
    next->size /= 2;
    if (next->size < search->least && !search->fruitful) next->size = 0;
    if (next->size == 0) return false;
    search->fruitful = false;
  }
  assert(next->size > 0);
  return true;
}

static size_t chunk_end(const Search *search, Chunk chunk)
{
  assert(chunk.at <= search->kind->count(search->subject));
  size_t left = search->kind->count(search->subject) - chunk.at;
  return chunk.at + (chunk.size < left ? chunk.size : left);
}

static bool is_best(const ReduceRun *run, const StrBuf *text)
{
  return text->length == run->base.text.length &&
         memcmp(text->bytes, run->base.text.bytes, text->length) == 0;
}

static bool is_under_way(const Search *search, TextHash hash)
{
  for (size_t i = 0; i < search->tries.count; i++)
    if (memcmp(&search->tries.items[i].hash, &hash, sizeof hash) == 0) return true;
  return false;
}

/* Is the candidate worth an examination? Its text is in search->text then. */
static bool is_worthwhile(Search *search, Chunk chunk, TextHash *hash)
{
  assert(chunk.size > 0);
  ReduceRun *run = search->run;
  run->base.statistics.candidates++;
  if (!search->kind->make(search->subject, chunk.at, chunk_end(search, chunk), &search->text, hash))
    return false;
  if (is_best(run, &search->text)) return false;
  if (!text_set_has(&run->base.failed, *hash) && !is_under_way(search, *hash)) return true;
  run->base.statistics.repeated++;
  return false;
}

/* Starts examinations as long as there is room. False on an error. */
static bool fill(Search *search)
{
  while (pool_has_room(search->pool) && skip_to_next(search)) {
    Chunk chunk = search->next;
    search->next.at = chunk_end(search, chunk);
    reduce_run_report(search->run, false);
    if (reduce_run_is_over(search->run)) return true;
    SearchTry one = {.chunk = chunk};
    if (!is_worthwhile(search, chunk, &one.hash)) continue;
    if (pool_is_empty(search->pool)) search->tries.count = 0;
    VEC_PUSH(&search->tries, one);
    reduce_pad_text(&search->text);
    search->run->base.statistics.checks++;
    if (!pool_add(search->pool, &search->text, search->tries.count - 1)) return false;
  }
  return true;
}

static void decide(Search *search, const PoolEntry *entry)
{
  assert(entry->ticket < search->tries.count && entry->verdict != CHECK_OPEN);
  ReduceRun *run = search->run;
  const SearchTry one = search->tries.items[entry->ticket];
  if (entry->verdict == CHECK_NO) {
    text_set_add(&run->base.failed, one.hash);
    return;
  }
  /* Later ones were made from what is no longer the best. They are not known to fail. */
  pool_clear(search->pool);
  search->tries.count = 0;
  size_t end = chunk_end(search, one.chunk);
  search->next.at = search->kind->accept(search->subject, one.chunk.at, end);
  search->next.size = one.chunk.size;
  search->changes++;
  search->fruitful = true;
  if (end - one.chunk.at > 1) run->base.chunks++;
  run->base.statistics.accepted++;
  checker_adapt(run->check, &entry->probe);
  reduce_run_report(run, true);
}

static void try_all(Search *search)
{
  ReduceRun *run = search->run;
  enum { PATIENCE_NS = 100000000 };
  for (;;) {
    if (!fill(search)) run->base.stopped = true;
    if (run->base.stopped || pool_is_empty(search->pool)) return;
    PoolEntry *entry;
    switch (pool_wait(search->pool, clock_monotonic_ns() + PATIENCE_NS, &entry)) {
    case POOL_DECIDED: decide(search, entry); break;
    case POOL_WOKEN:
    case POOL_FAILED: run->base.stopped = true; return;
    case POOL_TIME: break;
    }
    reduce_run_report(run, false);
    if (reduce_run_is_over(run)) return;
  }
}

uint64_t reduce_search_run(ReduceRun *run, const SearchSubject *kind, void *subject,
                           SearchStyle style)
{
  assert(run->options->jobs && run->check->learnt);
  size_t count = kind->count(subject);
  Search search = {.run = run,
                   .kind = kind,
                   .subject = subject,
                   .next = {0, style.singly || count <= SHORT_LIST ? 1 : count},
                   .least = style.coarse ? count / COARSE_PARTS : 0};
  strbuf_init(&search.text, 0);
  search.pool = pool_create(run->sup, run->check, run->options->jobs);
  try_all(&search);
  pool_destroy(search.pool);
  VEC_FREE(&search.tries);
  strbuf_deinit(&search.text);
  return search.changes;
}
