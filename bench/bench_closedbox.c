/* How fast the fuzz engine evaluates candidates: guided search and sweeps, beside a bare loop over the same compiled
 * constraints in the same run. Rates are by processor time, of small sets of constraints that have no solution. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "inputs.h"
#include "smt/text/theory.h"
#include "solve/closedbox/optimised.h"
#include "solve/closedbox/runtime.h"
#include "solve/closedbox/search_task.h"
#include "solve/closedbox/verify.h"
#include "support/scripts.h"

enum { ROUNDS = 3 };

static const char source[] = "#include <stdint.h>\n"
                             "uint32_t product(uint32_t x, uint32_t y) { return x * y; }\n"
                             "uint32_t mix(uint32_t h) { h ^= h >> 16; return h * 0x85ebca6bu; }\n"
                             "uint32_t next(uint32_t x) { return x + 1; }\n";

static const struct {
  const char *name, *script;
} sets[] = {
    {"paper", "(declare-cb product ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))"
              "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))"
              "(assert (bvult x #x00001000))(assert (bvult y #x00001000))"
              "(assert (bvugt (product x y) #xfff00000))"},
    {"hash", "(declare-cb mix ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
             "(assert (bvult x #x01000000))(assert (= (bvor (mix x) #x00000001) #x12345678))"},
    {"chain", "(declare-cb next ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
              "(assert (bvult x #x01000000))(assert (= (next (next x)) x))"},
};

typedef enum { RATE_GUIDED, RATE_SWEEP, RATE_BARE_COST, RATE_BARE_TEST } RateKind;

typedef struct {
  SearchTask task;
  const Boxes *boxes;
  RateKind kind;
} Job;

static uint64_t cpu_ns(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void put_rate(const WorkerRoom *room, uint64_t count, uint64_t start)
{
  double rate = (double)count * 1e3 / (double)(cpu_ns() - start);
  box_worker_put(room, &rate, sizeof rate);
}

typedef struct {
  uint64_t (*cost)(const uint64_t *in, uint64_t *costs);
  int (*scan)(uint64_t *in, uint64_t at, volatile uint64_t *position, uint64_t end);
  uint64_t in[8], costs[8];
  uint64_t count;
  RateKind kind;
} Bare;

static void run_bare(void *context)
{
  Bare *bare = context;
  volatile uint64_t position = 0;
  if (bare->kind == RATE_BARE_TEST)
    for (uint64_t i = 0; i < bare->count / 4096; i++, position = 0)
      bare->scan(bare->in, 0, &position, 4095);
  else
    for (uint64_t i = 0; i < bare->count; i++)
      bare->in[0] = i & 0xfff, bare->cost(bare->in, bare->costs);
}

static void bare_job(Job *job, Caller *caller, const WorkerRoom *room)
{
  void *library = dlopen(job->task.library, RTLD_NOW | RTLD_LOCAL);
  Bare bare = {.count = job->kind == RATE_BARE_TEST ? 30000000 : 10000000, .kind = job->kind};
  void (*bind)(void *const *boxes, void *caller, void *const *helpers);
  void *symbol = dlsym(library, "fuzz_bind");
  memcpy(&bind, &symbol, sizeof symbol);
  bind(caller_addresses(caller), caller, runtime_addresses);
  symbol = dlsym(library, "fuzz_cost");
  memcpy(&bare.cost, &symbol, sizeof symbol);
  symbol = dlsym(library, "fuzz_scan");
  memcpy(&bare.scan, &symbol, sizeof symbol);
  uint64_t start = cpu_ns();
  run_bare(&bare);
  put_rate(room, bare.count, start);
}

static void rate_job(void *context, const WorkerRoom *room)
{
  Job *job = context;
  Caller *caller;
  Error error;
  if (job->kind == RATE_BARE_COST || job->kind == RATE_BARE_TEST) {
    if (caller_create(job->boxes, 1000000000, 0, &caller, &error) == STATUS_OK)
      bare_job(job, caller, room);
    return;
  }
  StrBuf out;
  SearchOutcome outcome;
  strbuf_init(&out, 0);
  uint64_t start = cpu_ns();
  search_task_run(&job->task, job->boxes, &out);
  ByteReader in = {.bytes = out.bytes, .length = out.length};
  if (search_outcome_get(&in, &job->task, &outcome))
    put_rate(room, outcome.result.evaluations, start);
}

/* Millions a second; the best of some. */
static double rate(Job *job, RateKind kind)
{
  double best = 0;
  job->kind = kind;
  job->task.search = (SearchSettings){.wall_ns = kind == RATE_SWEEP ? 60000000000 : 500000000,
                                      .call_ns = 1000000000,
                                      .sweep_limit = kind == RATE_SWEEP ? UINT64_C(1) << 33 : 0,
                                      .sweep_only = kind == RATE_SWEEP};
  for (int i = 0; i < ROUNDS; i++) {
    CallLimits limits = {.call_ns = 60000000000};
    WorkerSettings settings = call_worker_settings(job->boxes, &limits);
    WorkerRoom room;
    double one = 0;
    if (!box_worker_room_init(&room, 1 << 16)) exit(1);
    if (box_worker_run(&room, &settings, rate_job, job) == WORKER_DONE)
      memcpy(&one, room.shared->bytes, sizeof one);
    if (one > best) best = one;
    box_worker_room_deinit(&room);
  }
  return best;
}

static void bench_set(size_t number, const char *path, Supervisor *sup)
{
  Bank *bank = theory_create_bank();
  Script script = read_script(bank, sets[number].script);
  Boxes boxes;
  Error error;
  if (boxes_init(&boxes, bank, &script, &path, 1, &error) != STATUS_OK) exit(1);
  U32Vec terms = {0};
  for (size_t i = 0; i < script.commands.count; i++)
    if (script.commands.items[i].kind == CMD_ASSERT) VEC_PUSH(&terms, script.commands.items[i].a);
  BoxProblem problem;
  box_problem_init(&problem, bank, NULL, &script, &boxes, terms.items, terms.count);
  Job job = {.boxes = &boxes};
  search_task_init(&job.task);
  VEC_APPEND(&job.task.plan.constraints, problem.constraints.items, problem.constraints.count);
  emit_plan_variables(&job.task.plan, &problem);
  uint64_t high = job.task.plan.variables.count == 1 ? 0xffffff : 0xfff;
  for (size_t i = 0; i < job.task.plan.variables.count; i++)
    VEC_PUSH(&job.task.ranges, ((SearchRange){0, high, true}));
  emit_source(&job.task.source, &job.task.plan, &problem);
  double tiny = rate(&job, RATE_GUIDED);
  Optimised optimised;
  if (!optimised_init(&optimised, sup, &job.task.source)) {
    printf("%-8s guided %6.1f million/s (libtcc); no C compiler\n", sets[number].name, tiny);
  } else {
    job.task.library = optimised.library;
    double guided = rate(&job, RATE_GUIDED), bare = rate(&job, RATE_BARE_COST);
    double sweep = rate(&job, RATE_SWEEP), loop = rate(&job, RATE_BARE_TEST);
    printf("%-8s guided %6.1f million/s (libtcc %.1f), bare loop %6.1f; sweep %6.1f, bare loop "
           "%6.1f\n",
           sets[number].name, guided, tiny, bare, sweep, loop);
    optimised_deinit(&optimised);
  }
  fflush(stdout);
  search_task_deinit(&job.task);
  box_problem_deinit(&problem);
  boxes_deinit(&boxes);
  VEC_FREE(&terms);
  script_deinit(&script);
  bank_destroy(bank);
}

/* Boxes as a library: what the compiler of boxes makes is not what is measured. */
int main(void)
{
  StrBuf text;
  Optimised box;
  Supervisor *sup;
  Error error;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, source);
  if (supervisor_create(&sup, &error) != STATUS_OK || !optimised_init(&box, sup, &text)) {
    puts("closed boxes: skipped, there is no C compiler");
    return 0;
  }
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) bench_set(i, box.library, sup);
  optimised_deinit(&box);
  supervisor_destroy(sup);
  strbuf_deinit(&text);
  return 0;
}
