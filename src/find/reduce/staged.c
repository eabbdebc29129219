#include "find/reduce/staged.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "find/reduce/run.h"

/* The least time that tells texts apart on a busy machine, the least part of the behaviour, the part from which on the whole is
 * as good, and how much more is asked for after a part has misled. */
#define LEAST_NS   UINT64_C(200000000)
#define LEAST_PART (1.0 / 16)
#define LARGE_PART 0.5
#define STEP       4
/* So many steps are trusted at first; twice as many each time that they were right. */
enum { STEPS_FIRST = 4 };

typedef struct {
  char *bytes;
  size_t length;
} Version;

typedef struct {
  Supervisor *sup;
  Checker *check;
  const ReduceOptions *options;
  /* Texts that show the part, each made of the one before; the first shows the whole. */
  VEC(Version) versions;
  ReduceStatistics before; /* of earlier stages */
  uint64_t whole_ns;       /* how long a check of the whole takes */
  size_t trusted;          /* steps after which the whole is looked at */
  bool looks;              /* it is time for that */
  bool ended;              /* by the sink or a signal */
} Staged;

double staged_first_part(const Checker *check)
{
  if (!check->kind->ease || check->rounds > 1) return 1;
  assert(check->shown_ns >= check->spent_ns);
  double saved = (double)(check->shown_ns - check->spent_ns);
  double least = fmax((double)LEAST_NS, (double)check->spent_ns / 2);
  double part = fmax(least / fmax(saved, 1), LEAST_PART);
  return part < LARGE_PART ? part : 1;
}

/* The same may be told twice. */
static void add_version(Staged *staged, const char *bytes, size_t length)
{
  size_t count = staged->versions.count;
  const Version *last = count ? &staged->versions.items[count - 1] : NULL;
  if (last && last->length == length && memcmp(last->bytes, bytes, length) == 0) return;
  VEC_PUSH(&staged->versions, ((Version){mem_copy_string(bytes, length), length}));
}

static void keep_versions(Staged *staged, size_t first, size_t end)
{
  size_t kept = 0;
  for (size_t i = 0; i < staged->versions.count; i++) {
    Version version = staged->versions.items[i];
    if (i >= first && i < end)
      staged->versions.items[kept++] = version;
    else
      free(version.bytes);
  }
  staged->versions.count = kept;
}

static ReduceStatistics sum(const Staged *staged, const ReduceStatistics *statistics)
{
  ReduceStatistics all = *statistics;
  all.checks += staged->before.checks;
  all.repeated += staged->before.repeated;
  all.larger += staged->before.larger;
  all.accepted += staged->before.accepted;
  all.candidates += staged->before.candidates;
  return all;
}

/* Bisection has to have its time, too. */
static bool is_time_to_look(const Staged *staged)
{
  uint64_t end_ns = staged->options->end_ns;
  if (staged->versions.count > staged->trusted) return true;
  if (!end_ns) return false;
  uint64_t looks = (uint64_t)ceil(log2((double)staged->versions.count + 1));
  return clock_monotonic_ns() + looks * staged->whole_ns >= end_ns;
}

/* What shows a part is nothing to tell of. */
static bool take_step(void *user, const char *text, size_t length, bool improved,
                      const ReduceStatistics *statistics)
{
  Staged *staged = user;
  const ReduceOptions *options = staged->options;
  ReduceStatistics all = sum(staged, statistics);
  if (improved) add_version(staged, text, length);
  staged->ended |= !options->sink(options->user, text, length, false, &all);
  staged->looks = staged->ended || is_time_to_look(staged);
  return !staged->looks;
}

/* Puts the last version that shows the whole first, and drops the others. *all: that is the last of all. */
static void find_last(Staged *staged, bool *all, Error *error)
{
  size_t good = 0, bad = staged->versions.count, next = bad - 1;
  checker_ease_to(staged->check, 1);
  while (good + 1 < bad && !staged->ended) {
    uint64_t begin = clock_monotonic_ns();
    const Version *version = &staged->versions.items[next];
    CheckVerdict verdict = reduce_examine(staged->sup, staged->check, version->bytes,
                                          version->length, staged->options->end_ns, error);
    staged->before.checks++;
    staged->ended |= verdict == CHECK_OPEN;
    if (verdict == CHECK_YES) good = next;
    if (verdict != CHECK_YES) bad = next;
    if (verdict == CHECK_YES) staged->whole_ns = clock_monotonic_ns() - begin;
    next = good + (bad - good) / 2;
  }
  *all = good + 1 == staged->versions.count;
  keep_versions(staged, good, good + 1);
}

static bool tell_best(Staged *staged, ReduceStatistics *statistics)
{
  const ReduceOptions *options = staged->options;
  const Version *best = &staged->versions.items[0];
  statistics->bytes = best->length;
  return options->sink(options->user, best->bytes, best->length, true, statistics);
}

/* Has what ended a stage ended all? */
static bool is_over(const Staged *staged)
{
  uint64_t end_ns = staged->options->end_ns;
  return staged->ended || (end_ns && clock_monotonic_ns() + staged->whole_ns >= end_ns);
}

/* One stage by a part of the behaviour. True: there is more to do; by a larger part if it has misled. */
static bool run_stage(Staged *staged, double *part, ReduceEnd *end, ReduceStatistics *statistics,
                      Error *error)
{
  ReduceOptions options = *staged->options;
  Version first = staged->versions.items[0];
  bool all;
  options.sink = take_step;
  options.user = staged;
  checker_ease_to(staged->check, *part);
  staged->looks = false;
  ReduceStatistics now;
  *end = reduce_run(staged->sup, staged->check, &options, first.bytes, first.length, &now, error);
  staged->before = sum(staged, &now);
  *statistics = staged->before;
  if (*end == REDUCE_FAILED) return false;
  find_last(staged, &all, error);
  *statistics = staged->before;
  statistics->minimal = now.minimal && all && !staged->ended;
  bool told = tell_best(staged, statistics);
  if (staged->check->error.status != STATUS_OK) {
    *error = staged->check->error;
    *end = REDUCE_FAILED;
  } else if (!told || is_over(staged) || (*end == REDUCE_STOPPED && !staged->looks)) {
    *end = REDUCE_STOPPED;
  } else if (!all) {
    *part *= STEP;
    staged->trusted = STEPS_FIRST;
    return true;
  } else if (staged->looks) {
    staged->trusted *= 2;
    return true;
  }
  return false;
}

ReduceEnd staged_reduce(Supervisor *sup, Checker *check, const ReduceOptions *options, double part,
                        const char *text, size_t length, ReduceStatistics *statistics, Error *error)
{
  assert(part > 0 && part < 1);
  Staged staged = {.sup = sup,
                   .check = check,
                   .options = options,
                   .whole_ns = 2 * check->shown_ns,
                   .trusted = STEPS_FIRST};
  ReduceEnd end = REDUCE_STOPPED;
  add_version(&staged, text, length);
  while (part < LARGE_PART && run_stage(&staged, &part, &end, statistics, error)) continue;
  if (part >= LARGE_PART) {
    checker_ease_to(check, 1);
    const Version *best = &staged.versions.items[0];
    end = reduce_run(sup, check, options, best->bytes, best->length, statistics, error);
    *statistics = sum(&staged, statistics);
  }
  keep_versions(&staged, 0, 0);
  VEC_FREE(&staged.versions);
  return end;
}
