#include "find/reduce/pool.h"

#include <assert.h>

#include "base/clock.h"

struct Pool {
  Supervisor *sup;
  Checker *check;
  uint32_t jobs;
  PoolEntry *entries; /* a ring of `jobs` + 1: one is out, being looked at */
  uint32_t first, count;
};

Pool *pool_create(Supervisor *sup, Checker *check, uint32_t jobs)
{
  assert(jobs >= 1 && jobs < CHECKER_SLOTS);
  Pool *pool = mem_alloc_zero(1, sizeof *pool);
  *pool = (Pool){.sup = sup, .check = check, .jobs = jobs};
  pool->entries = mem_alloc_zero(jobs + 1, sizeof *pool->entries);
  for (uint32_t i = 0; i <= jobs; i++) {
    strbuf_init(&pool->entries[i].text, 0);
    pool->entries[i].probe.slot = i;
  }
  return pool;
}

void pool_destroy(Pool *pool)
{
  pool_clear(pool);
  for (uint32_t i = 0; i <= pool->jobs; i++) strbuf_deinit(&pool->entries[i].text);
  free(pool->entries);
  free(pool);
}

bool pool_has_room(const Pool *pool)
{
  return pool->count < pool->jobs;
}

bool pool_is_empty(const Pool *pool)
{
  return pool->count == 0;
}

static PoolEntry *entry_at(const Pool *pool, uint32_t i)
{
  assert(i <= pool->jobs);
  return &pool->entries[(pool->first + i) % (pool->jobs + 1)];
}

static bool start(Pool *pool, PoolEntry *entry)
{
  entry->handle = checker_start(pool->check, pool->sup, &entry->probe, entry);
  return entry->handle != 0;
}

bool pool_add(Pool *pool, StrBuf *text, uint64_t ticket)
{
  assert(pool_has_room(pool));
  PoolEntry *entry = entry_at(pool, pool->count);
  strbuf_deinit(&entry->text);
  entry->text = *text;
  strbuf_init(text, text->limit);
  entry->probe = (CheckedText){
      .text = entry->text.bytes, .length = entry->text.length, .slot = entry->probe.slot};
  entry->verdict = CHECK_OPEN;
  entry->cancelled = false;
  entry->ticket = ticket;
  assert(entry->handle == 0);
  if (!start(pool, entry)) return false;
  pool->count++;
  return true;
}

/* Takes the result of a run. False if it could not be started, or the next one cannot. */
static bool finish_run(Pool *pool, RunResult *result)
{
  PoolEntry *entry = result->user;
  assert(entry && entry->handle);
  entry->handle = 0;
  if (entry->cancelled) {
    checker_abandon(pool->check, &entry->probe);
    run_result_deinit(result);
    return true;
  }
  entry->verdict = checker_take(pool->check, &entry->probe, result);
  run_result_deinit(result);
  if (pool->check->learnt && pool->check->error.status != STATUS_OK) return false;
  return entry->verdict != CHECK_OPEN || start(pool, entry);
}

static uint64_t time_left(uint64_t until_ns)
{
  if (until_ns == SUPERVISOR_FOREVER) return SUPERVISOR_FOREVER;
  uint64_t now = clock_monotonic_ns();
  return until_ns > now ? until_ns - now : 0;
}

PoolEvent pool_wait(Pool *pool, uint64_t until_ns, PoolEntry **entry)
{
  assert(!pool_is_empty(pool));
  while (entry_at(pool, 0)->verdict == CHECK_OPEN) {
    RunEvent event;
    switch (supervisor_wait(pool->sup, time_left(until_ns), &event)) {
    case RUN_EVENT_FINISHED:
      if (!finish_run(pool, &event.result)) return POOL_FAILED;
      break;
    case RUN_EVENT_WOKEN: return POOL_WOKEN;
    case RUN_EVENT_NONE: return POOL_TIME;
    default: break; /* not ours */
    }
  }
  *entry = entry_at(pool, 0);
  pool->first = (pool->first + 1) % (pool->jobs + 1);
  assert(!(*entry)->handle);
  pool->count--;
  return POOL_DECIDED;
}

void pool_clear(Pool *pool)
{
  uint32_t running = 0;
  for (uint32_t i = 0; i < pool->count; i++) {
    PoolEntry *entry = entry_at(pool, i);
    entry->cancelled = true;
    if (!entry->handle) continue;
    supervisor_cancel(pool->sup, entry->handle);
    running++;
  }
  while (running > 0) {
    RunEvent event;
    if (supervisor_wait(pool->sup, SUPERVISOR_FOREVER, &event) != RUN_EVENT_FINISHED) continue;
    finish_run(pool, &event.result);
    running--;
  }
  pool->count = 0;
}
