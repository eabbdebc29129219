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
} Trial;

typedef struct {
  Work *work;
  const SearchSubject *kind;
  void *subject;
  Pool *pool;
  Chunk next;        /* to be tried, if all before it fails */
  size_t least;      /* size of chunks from which on changes at a size are needed to go on */
  bool fruitful;     /* chunks of this size or the last one have changed something */
  VEC(Trial) trials; /* under way; the ticket of one is its place here */
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
  return true;
}

static size_t chunk_end(const Search *search, Chunk chunk)
{
  size_t left = search->kind->count(search->subject) - chunk.at;
  return chunk.at + (chunk.size < left ? chunk.size : left);
}

static bool is_best(const Work *work, const StrBuf *text)
{
  return text->length == work->text.length &&
         memcmp(text->bytes, work->text.bytes, text->length) == 0;
}

static bool is_under_way(const Search *search, TextHash hash)
{
  for (size_t i = 0; i < search->trials.count; i++)
    if (memcmp(&search->trials.items[i].hash, &hash, sizeof hash) == 0) return true;
  return false;
}

/* Is the candidate worth an examination? Its text is in search->text then. */
static bool is_worthwhile(Search *search, Chunk chunk, TextHash *hash)
{
  Work *work = search->work;
  work->statistics.candidates++;
  if (!search->kind->make(search->subject, chunk.at, chunk_end(search, chunk), &search->text, hash))
    return false;
  if (is_best(work, &search->text)) return false;
  if (!text_set_has(&work->failed, *hash) && !is_under_way(search, *hash)) return true;
  work->statistics.repeated++;
  return false;
}

/* Starts examinations as long as there is room. False on an error. */
static bool fill(Search *search)
{
  while (pool_has_room(search->pool) && skip_to_next(search)) {
    Chunk chunk = search->next;
    search->next.at = chunk_end(search, chunk);
    work_report(search->work, false);
    if (work_is_over(search->work)) return true;
    Trial trial = {.chunk = chunk};
    if (!is_worthwhile(search, chunk, &trial.hash)) continue;
    if (pool_is_empty(search->pool)) search->trials.count = 0;
    VEC_PUSH(&search->trials, trial);
    work_pad(&search->text);
    search->work->statistics.checks++;
    if (!pool_add(search->pool, &search->text, search->trials.count - 1)) return false;
  }
  return true;
}

static void decide(Search *search, const PoolEntry *entry)
{
  Work *work = search->work;
  const Trial trial = search->trials.items[entry->ticket];
  if (entry->verdict == PROBE_NO) {
    text_set_add(&work->failed, trial.hash);
    return;
  }
  /* Later ones were made from what is no longer the best. They are not known to fail. */
  pool_clear(search->pool);
  search->trials.count = 0;
  size_t end = chunk_end(search, trial.chunk);
  search->next.at = search->kind->accept(search->subject, trial.chunk.at, end);
  search->next.size = trial.chunk.size;
  search->changes++;
  search->fruitful = true;
  if (end - trial.chunk.at > 1) work->chunks++;
  work->statistics.accepted++;
  checker_adapt(work->check, &entry->probe);
  work_report(work, true);
}

static void run(Search *search)
{
  Work *work = search->work;
  enum { PATIENCE_NS = 100000000 };
  for (;;) {
    if (!fill(search)) work->stopped = true;
    if (work->stopped || pool_is_empty(search->pool)) return;
    PoolEntry *entry;
    switch (pool_wait(search->pool, clock_monotonic_ns() + PATIENCE_NS, &entry)) {
    case POOL_DECIDED: decide(search, entry); break;
    case POOL_WOKEN:
    case POOL_FAILED: work->stopped = true; return;
    case POOL_TIME: break;
    }
    work_report(work, false);
    if (work_is_over(work)) return;
  }
}

uint64_t search(Work *work, const SearchSubject *kind, void *subject, SearchStyle style)
{
  size_t count = kind->count(subject);
  Search search = {.work = work,
                   .kind = kind,
                   .subject = subject,
                   .next = {0, style.singly || count <= SHORT_LIST ? 1 : count},
                   .least = style.coarse ? count / COARSE_PARTS : 0};
  strbuf_init(&search.text, 0);
  search.pool = pool_create(work->sup, work->check, work->options->jobs);
  run(&search);
  pool_destroy(search.pool);
  VEC_FREE(&search.trials);
  strbuf_deinit(&search.text);
  return search.changes;
}

/* --- scripts --- */

typedef struct {
  Work *work;
  Edits *edits;
  bool may_grow;
  uint32_t part; /* see SearchStyle */
} ScriptSubject;

/* Is enough gone? */
static bool is_enough(const ScriptSubject *self, Cost cost)
{
  Cost best = self->work->cost;
  if (self->part && cost.first > best.first - best.first / self->part) return false;
  return cost_less(cost, best);
}

static size_t count_edits(const void *subject)
{
  return ((const ScriptSubject *)subject)->edits->count;
}

static bool make_script(void *subject, size_t at, size_t end, StrBuf *text, TextHash *hash)
{
  ScriptSubject *self = subject;
  Work *work = self->work;
  Script script = {0};
  text->limit = self->may_grow ? 2 * work->text.length + 4096 : 0;
  bool good = work_candidate(work, self->edits->items + at, end - at, &script, text, hash);
  if (good && !self->may_grow && !is_enough(self, work_cost(work, &script, text))) {
    work->statistics.larger++;
    good = false;
  }
  script_deinit(&script);
  return good;
}

static size_t accept_script(void *subject, size_t at, size_t end)
{
  ScriptSubject *self = subject;
  Work *work = self->work;
  Edits *edits = self->edits;
  Script script = {0};
  bool good =
      editor_apply(work->editor, &work->script, edits->items + at, end - at, work->prune, &script);
  assert(good);
  (void)good;
  size_t kept = 0, before = 0;
  for (size_t i = 0; i < edits->count; i++) {
    if (i == at) before = kept;
    if (i >= at && i < end) continue;
    Edit edit = edits->items[i];
    if (editor_carry(work->editor, &edit)) edits->items[kept++] = edit;
  }
  edits->count = kept;
  work_take_script(work, &script);
  return before;
}

uint64_t search_edits(Work *work, Edits *edits, SearchStyle style)
{
  static const SearchSubject kind = {count_edits, make_script, accept_script};
  ScriptSubject subject = {work, edits, style.may_grow, style.part};
  return search(work, &kind, &subject, style);
}
