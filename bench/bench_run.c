/* What supervising costs and how exact it is.
 *
 * The parent has 1 GiB of resident memory, as a long fuzzing run may have. Bare means posix_spawn, reading
 * the output and wait4, with the same program and the same input. The machine may be busy, so both sides
 * take turns and the best batch of each counts. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/process/isolate.h"
#include "run/process/supervisor.h"

extern char **environ;

#define MS UINT64_C(1000000)

enum { BATCH = 100, ROUNDS = 30, PARENT_BYTES = 1 << 30 };

static const char input[] = "(set-logic QF_LIA)\n(check-sat)\n";

static double usage_seconds(int who)
{
  struct rusage usage;
  getrusage(who, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

typedef struct {
  double wall, cpu; /* best of the batches, seconds for one run */
} Cost;

static void better(Cost *best, double wall, double cpu)
{
  if (best->wall == 0 || wall < best->wall) best->wall = wall;
  if (best->cpu == 0 || cpu < best->cpu) best->cpu = cpu;
}

/* Gives the CPU seconds of the child. */
static double run_bare(char *const *argv, const char *input_path)
{
  int ends[2];
  char text[4096];
  posix_spawn_file_actions_t actions;
  struct rusage usage = {0};
  pid_t child;
  if (pipe2(ends, O_CLOEXEC) != 0) exit(1);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input_path, O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  if (posix_spawn(&child, argv[0], &actions, NULL, argv, environ) != 0) exit(1);
  close(ends[1]);
  while (read(ends[0], text, sizeof text) > 0) continue;
  wait4(child, NULL, 0, &usage);
  close(ends[0]);
  posix_spawn_file_actions_destroy(&actions);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static RunResult run_ours(Supervisor *sup, const RunRequest *request)
{
  RunEvent event;
  supervisor_start(sup, request);
  if (supervisor_wait(sup, SUPERVISOR_FOREVER, &event) != RUN_EVENT_FINISHED) exit(1);
  return event.result;
}

static double both_seconds(void)
{
  return usage_seconds(RUSAGE_SELF) + usage_seconds(RUSAGE_CHILDREN);
}

static void measure_overhead(Supervisor *sup, char *const *argv, const RunRequest *request,
                             const char *input_path, const char *name)
{
  Cost bare = {0}, ours = {0};
  for (int round = 0; round < ROUNDS; round++) {
    double cpu = both_seconds();
    uint64_t begin = clock_monotonic_ns();
    for (int i = 0; i < BATCH; i++) run_bare(argv, input_path);
    better(&bare, (double)(clock_monotonic_ns() - begin) / 1e9 / BATCH,
           (both_seconds() - cpu) / BATCH);
    cpu = both_seconds();
    begin = clock_monotonic_ns();
    for (int i = 0; i < BATCH; i++) {
      RunResult result = run_ours(sup, request);
      run_result_deinit(&result);
    }
    better(&ours, (double)(clock_monotonic_ns() - begin) / 1e9 / BATCH,
           (both_seconds() - cpu) / BATCH);
  }
  printf("%-22s bare %6.1f us wall %6.1f us CPU, supervised %6.1f us %6.1f us: %.2fx %.2fx\n", name,
         bare.wall * 1e6, bare.cpu * 1e6, ours.wall * 1e6, ours.cpu * 1e6, ours.wall / bare.wall,
         ours.cpu / bare.cpu);
}

static void measure_kill(Supervisor *sup, const char *fake)
{
  enum { RUNS = 5 };
  const char *argv[] = {fake, "stubborn", NULL};
  double worst = 0, least = 1e9;
  for (int i = 0; i < RUNS; i++) {
    RunResult result = run_ours(sup, &(RunRequest){.argv = argv, .limits = {.wall_ns = 1000 * MS}});
    double late = (double)result.wall_ns / 1e6 - 1000;
    if (late > worst) worst = late;
    if (late < least) least = late;
    run_result_deinit(&result);
  }
  printf("%-22s %.2f ms to %.2f ms after a limit of 1 s\n", "killing", least, worst);
}

static void measure_cpu(Supervisor *sup, const char *fake, const char *input_path)
{
  enum { RUNS = 5, SPIN_MS = 300 };
  char text[16];
  snprintf(text, sizeof text, "%d", SPIN_MS);
  const char *argv[] = {fake, "spin", text, NULL};
  char *words[4];
  memcpy(words, argv, sizeof words);
  double worst = 0;
  for (int i = 0; i < RUNS; i++) {
    RunResult result = run_ours(sup, &(RunRequest){.argv = argv});
    double error = (double)result.cpu_ns / 1e6 / SPIN_MS - 1;
    if (error > worst || -error > worst) worst = error < 0 ? -error : error;
    run_result_deinit(&result);
  }
  printf("%-22s at most %.2f%% off the program's own clock; bare wait4 %.2f%%\n", "CPU time",
         worst * 100, (run_bare(words, input_path) * 1000 / SPIN_MS - 1) * 100);
}

enum { SPIN_RUNS = 10 };

/* What the machine can do: the same programs, only waited for. */
static double bare_spin_batch(const char *fake, int at_once)
{
  const char *argv[] = {fake, "spin", "100", NULL};
  char *words[4];
  pid_t child;
  memcpy(words, argv, sizeof words);
  uint64_t begin = clock_monotonic_ns();
  for (int started = 0, ended = 0; ended < SPIN_RUNS;) {
    if (started < SPIN_RUNS && started - ended < at_once) {
      if (posix_spawn(&child, fake, NULL, NULL, words, environ) != 0) exit(1);
      started++;
    } else if (wait(NULL) > 0) {
      ended++;
    }
  }
  return (double)(clock_monotonic_ns() - begin) / 1e9;
}

static double spin_batch(Supervisor *sup, const char *fake, int at_once)
{
  const char *argv[] = {fake, "spin", "100", NULL};
  RunRequest request = {.argv = argv};
  RunEvent event;
  uint64_t begin = clock_monotonic_ns();
  int started = 0;
  for (; started < at_once; started++) supervisor_start(sup, &request);
  while (supervisor_wait(sup, SUPERVISOR_FOREVER, &event) == RUN_EVENT_FINISHED) {
    run_result_deinit(&event.result);
    if (started < SPIN_RUNS) started++, supervisor_start(sup, &request);
  }
  return (double)(clock_monotonic_ns() - begin) / 1e9;
}

static void measure_parallel(Supervisor *sup, const char *fake)
{
  double best[4] = {1e9, 1e9, 1e9, 1e9};
  for (int round = 0; round < 5; round++)
    for (int i = 0; i < 4; i++) {
      double seconds = i < 2 ? spin_batch(sup, fake, i + 1) : bare_spin_batch(fake, i - 1);
      if (seconds < best[i]) best[i] = seconds;
    }
  printf("%-22s two at once %.2fx as fast as one, bare %.2fx\n", "throughput", best[0] / best[1],
         best[2] / best[3]);
}

int main(int argc, char **argv)
{
  const char *fake = argc > 1 ? argv[1] : getenv("ASSAY_FAKE");
  char input_path[] = "/tmp/bench_run.XXXXXX";
  int fd = mkstemp(input_path);
  Supervisor *sup, *light;
  Error error;
  char *large =
      mmap(NULL, PARENT_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!fake || fd < 0 || write(fd, input, sizeof input - 1) < 0 || large == MAP_FAILED ||
      supervisor_create(&sup, &error) != STATUS_OK ||
      supervisor_create_light(&light, &error) != STATUS_OK) {
    fprintf(stderr, "usage: bench_run FAKE\n");
    return 1;
  }
  memset(large, 1, PARENT_BYTES);
  printf("%-22s %s\n", "supervision by", supervision_text(supervisor_supervision(sup, NULL)));
  const char *words[] = {fake, "copy", NULL}, *true_words[] = {"/bin/true", NULL};
  char *bare_words[3], *bare_true[2];
  memcpy(bare_words, words, sizeof words);
  memcpy(bare_true, true_words, sizeof true_words);
  RunRequest request = {.argv = words,
                        .input = RUN_INPUT_STDIN,
                        .bytes = input,
                        .length = sizeof input - 1,
                        .limits = {.wall_ns = 10000 * MS, .memory_bytes = (uint64_t)1 << 32}};
  measure_overhead(sup, bare_words, &request, input_path, "static program");
  measure_overhead(light, bare_words, &request, input_path, "the same, by marks");
  request.argv = true_words;
  measure_overhead(sup, bare_true, &request, input_path, "/bin/true");
  measure_overhead(light, bare_true, &request, input_path, "the same, by marks");
  request.isolate = true;
  if (isolate_check(&error) == STATUS_OK)
    measure_overhead(sup, bare_true, &request, input_path, "/bin/true, isolated");
  measure_kill(sup, fake);
  measure_cpu(sup, fake, input_path);
  measure_parallel(sup, fake);
  supervisor_destroy(light);
  supervisor_destroy(sup);
  unlink(input_path);
  close(fd);
  return 0;
}
