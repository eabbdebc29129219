#include "solve/portfolio/bench.h"

#include <assert.h>

#include "base/clock.h"

/* Lines go to the disk in batches: waiting for it takes milliseconds. */
static const uint64_t SYNC_NS = 200000000;
static const double NS = 1e-9;

typedef struct {
  Supervisor *sup;
  const BenchOptions *options;
  const char *const *paths;
  size_t count, next;
  RunLog *log;
  size_t done, old; /* runs that were taken, and that were there before */
  uint64_t sync_at;
  Status status;
  Error *error;
} Bench;

/* --- what is to be done --- */

static SolverSet missing(const BenchOptions *options, const char *path, const RunLog *log)
{
  SolverSet set = 0;
  for (size_t i = 0; i < options->solver_count; i++)
    if (!runlog_find(log, path, options->solvers[i].name)) set |= SOLVER_BIT(i);
  return set;
}

BenchCount bench_count(const BenchOptions *options, const char *const *paths, size_t count,
                       const RunLog *log)
{
  BenchCount runs = {.all = count * options->solver_count};
  runs.done = runs.all;
  for (size_t i = 0; i < count; i++)
    runs.done -= (size_t)__builtin_popcountll(missing(options, paths[i], log));
  return runs;
}

static bool next_script(void *user, PollInput *script)
{
  Bench *bench = user;
  while (bench->next < bench->count) {
    script->path = bench->paths[bench->next++];
    script->voters = missing(bench->options, script->path, bench->log);
    if (script->voters) return true;
  }
  return false;
}

/* --- what a vote says --- */

static char letter_of(const Facts *facts, const VoteAnswer *answer)
{
  if (answer->kind == SAYS_UNSAT) return LETTER_UNSAT;
  if (answer->kind != SAYS_SAT) return LETTER_OPEN;
  if (answer->model == MODEL_WRONG) return LETTER_REFUTED;
  return answer->model == MODEL_RIGHT && facts->conclusive ? LETTER_PROVED : LETTER_SAT;
}

/* What is known of a check without looking at other solvers. */
static SolverAnswer truth_of(const Facts *facts, size_t check)
{
  SolverAnswer computed = facts_computed(facts, check);
  return computed == SAYS_UNKNOWN ? facts_status(facts, check) : computed;
}

static bool is_wrong(const Facts *facts, size_t check, char letter)
{
  SolverAnswer computed = facts_computed(facts, check), status = facts_status(facts, check);
  bool sat = letter == LETTER_SAT || letter == LETTER_PROVED;
  if (letter == LETTER_REFUTED) return true;
  if (!sat && letter != LETTER_UNSAT) return false;
  if (computed != SAYS_UNKNOWN) return sat != (computed == SAYS_SAT);
  /* A checked model says more than a status. */
  return letter != LETTER_PROVED && status != SAYS_UNKNOWN && sat != (status == SAYS_SAT);
}

static void add_answers(const Facts *facts, const Vote *vote, LoggedRun *run)
{
  size_t count = vote->answers.count;
  run->letters = mem_alloc_zero((count < LETTERS_MAX ? count : LETTERS_MAX) + 1, 1);
  for (size_t i = 0; i < count; i++) {
    char letter = letter_of(facts, &vote->answers.items[i]);
    if (i < LETTERS_MAX) run->letters[i] = letter;
    run->solved += letter != LETTER_OPEN;
    run->wrong = run->wrong || is_wrong(facts, i, letter);
  }
}

static LoggedRun make_run(const Bench *bench, const PollResult *polled, size_t solver)
{
  const Facts *facts = &polled->facts;
  const Vote *vote = &polled->votes[solver];
  RunLog *log = bench->log;
  uint64_t checks = facts->traits.queries;
  LoggedRun run = {.benchmark = names_add(&log->benchmarks, polled->path),
                   .solver = names_add(&log->solvers, bench->options->solvers[solver].name),
                   .logic = names_add(&log->logics, facts->logic ? facts->logic : ""),
                   .outcome = vote->outcome,
                   .expected = checks == 1 ? truth_of(facts, 0) : SAYS_UNKNOWN,
                   .wall = (double)vote->wall_ns * NS,
                   .cpu = (double)vote->cpu_ns * NS,
                   .memory = vote->peak_bytes,
                   .checks = checks < UINT32_MAX ? (uint32_t)checks : UINT32_MAX};
  add_answers(facts, vote, &run);
  return run;
}

/* --- running --- */

static void fail(Bench *bench, Status status)
{
  bench->status = status;
  supervisor_wake(bench->sup);
}

static void sync_log(Bench *bench)
{
  uint64_t now = clock_monotonic_ns();
  if (bench->status != STATUS_OK || now < bench->sync_at) return;
  bench->sync_at = now + SYNC_NS;
  Status status = runlog_sync(bench->log, bench->error);
  if (status != STATUS_OK)
    fail(bench, status);
  else if (bench->options->advance)
    bench->options->advance(bench->options->user, bench->old + bench->done);
}

static void take_run(void *user, const PollResult *polled, size_t solver)
{
  Bench *bench = user;
  const Vote *vote = &polled->votes[solver];
  assert(solver < bench->options->solver_count);
  if (bench->status != STATUS_OK) return;
  if (vote->outcome == OUTCOME_NOT_STARTED) {
    fail(bench, error_set(bench->error, STATUS_IO, "'%s' cannot be started: %s",
                          bench->options->solvers[solver].name,
                          vote->message ? vote->message : "nothing is known of the reason"));
    return;
  }
  /* Ended by somebody else: that is not what the solver does. It is left to the next call. */
  if (vote->outcome == OUTCOME_KILLED) return;
  LoggedRun run = make_run(bench, polled, solver);
  runlog_add(bench->log, &run);
  bench->done++;
}

static void take_result(void *user, const PollResult *polled)
{
  Bench *bench = user;
  if (polled->skipped && bench->options->skip)
    bench->options->skip(bench->options->user, polled->path, &polled->error);
}

static void tick(void *user)
{
  sync_log(user);
}

BenchEnd bench_run(Supervisor *sup, const BenchOptions *options, const char *const *paths,
                   size_t count, RunLog *log, Error *error)
{
  assert(options->language && options->solver_count > 0 && options->solver_count <= SOLVER_SET_MAX);
  Bench bench = {.sup = sup, .options = options, .paths = paths, .count = count, .log = log};
  bench.error = error;
  bench.old = bench_count(options, paths, count, log).done;
  PollOptions poll = {.language = options->language,
                      .solvers = options->solvers,
                      .solver_count = options->solver_count,
                      .limits = options->limits,
                      .eval = options->eval,
                      .jobs = options->jobs,
                      .no_models = options->no_models,
                      .unchecked = true,
                      .once = true,
                      .took = take_run,
                      .took_user = &bench,
                      .tick = tick,
                      .tick_user = &bench};
  bool uninterrupted = poll_inputs(sup, &poll, next_script, take_result, &bench);
  bench.sync_at = 0;
  sync_log(&bench);
  if (bench.status != STATUS_OK) return BENCH_FAILED;
  return uninterrupted ? BENCH_DONE : BENCH_INTERRUPTED;
}
