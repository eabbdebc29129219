#include "testing.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/process/supervisor_internal.h"
#include "support/supervised.h"

static void test_wall_limit(void **state)
{
  RunResult r = supervised_run(*state, "hang", "", (RunLimits){.wall_ns = 100 * MS});
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_int_equal(r.signal, SIGKILL);
  assert_true(r.wall_ns >= 100 * MS && r.wall_ns < SUPERVISED_SOON);
  run_result_deinit(&r);
  r = supervised_run(*state, "answer-hang", "", (RunLimits){.wall_ns = 100 * MS});
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_string_equal(r.out.bytes, "sat\n");
  run_result_deinit(&r);
  r = supervised_run(*state, "stop", "", (RunLimits){.wall_ns = 100 * MS, .grace_ns = 100 * MS});
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  run_result_deinit(&r);
}

/* A run that is stopped neither works nor loses time. */
static void test_pause(void **state)
{
  Supervised *fixture = *state;
  const char *words[5];
  RunRequest request = supervised_request(fixture, "spin", "100", words);
  request.limits.wall_ns = 2000 * MS;
  RunHandle handle = supervisor_start(fixture->sup, &request);
  assert_false(supervisor_resume(fixture->sup, handle));
  assert_true(supervisor_pause(fixture->sup, handle));
  assert_false(supervisor_pause(fixture->sup, handle));
  RunEvent event;
  uint64_t begin = clock_monotonic_ns();
  assert_int_equal(supervisor_wait(fixture->sup, 2500 * MS, &event), RUN_EVENT_NONE);
  assert_true(clock_monotonic_ns() - begin >= 2500 * MS);
  assert_true(supervisor_resume(fixture->sup, handle));
  RunResult result = supervised_wait(fixture);
  assert_int_equal(result.end, RUN_EXITED);
  assert_true(result.wall_ns < 2000 * MS);
  run_result_deinit(&result);
  assert_false(supervisor_pause(fixture->sup, handle));
}

static void test_a_paused_run_can_be_ended(void **state)
{
  Supervised *fixture = *state;
  const char *words[5];
  for (int grace = 0; grace < 2; grace++) {
    RunRequest request = supervised_request(fixture, "hang", "", words);
    request.limits.grace_ns = grace ? 1000 * MS : 0;
    RunHandle handle = supervisor_start(fixture->sup, &request);
    assert_true(supervisor_pause(fixture->sup, handle));
    supervisor_cancel(fixture->sup, handle);
    RunResult result = supervised_wait(fixture);
    assert_int_equal(result.end, RUN_CANCELLED);
    run_result_deinit(&result);
  }
  RunRequest request = supervised_request(fixture, "hang", "", words);
  supervisor_pause(fixture->sup, supervisor_start(fixture->sup, &request));
  supervisor_cancel_all(fixture->sup);
  RunResult result = supervised_wait(fixture);
  run_result_deinit(&result);
}

static void test_grace(void **state)
{
  RunLimits limits = {.wall_ns = 100 * MS, .grace_ns = 10000 * MS};
  RunResult r = supervised_run(*state, "polite", "", limits);
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_int_equal(r.exit_code, 0);
  assert_string_equal(r.out.bytes, "hello\nbye\n");
  assert_true(r.wall_ns < SUPERVISED_SOON);
  run_result_deinit(&r);
  limits.grace_ns = 100 * MS;
  r = supervised_run(*state, "stubborn", "", limits);
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_int_equal(r.signal, SIGKILL);
  assert_true(r.wall_ns >= 200 * MS && r.wall_ns < SUPERVISED_SOON);
  run_result_deinit(&r);
}

static void test_cpu_limit(void **state)
{
  RunLimits limits = {.cpu_ns = 100 * MS, .wall_ns = 20000 * MS};
  RunResult r = supervised_run(*state, "spin", "20000", limits);
  assert_int_equal(r.end, RUN_CPU_LIMIT);
  assert_true(r.cpu_ns >= 100 * MS && r.cpu_ns < 2000 * MS);
  run_result_deinit(&r);
  /* Time that children use counts, while they run and afterwards. */
  r = supervised_run(*state, "spin-children", "20000", limits);
  assert_int_equal(r.end, RUN_CPU_LIMIT);
  run_result_deinit(&r);
  r = supervised_run(*state, "spin-children", "50", (RunLimits){0});
  assert_int_equal(r.end, RUN_EXITED);
  assert_true(r.cpu_ns >= 95 * MS && r.cpu_ns < 1000 * MS);
  run_result_deinit(&r);
}

static void test_memory_limit(void **state)
{
  RunLimits limits = {.memory_bytes = 100 * MIB, .wall_ns = 20000 * MS};
  RunResult r = supervised_run(*state, "leak", "", limits);
  assert_int_equal(r.end, RUN_MEMORY_LIMIT);
  assert_true(r.peak_bytes > 100 * MIB && r.peak_bytes < 1500 * MIB);
  run_result_deinit(&r);
  r = supervised_run(*state, "leak-child", "", limits);
  assert_int_equal(r.end, RUN_MEMORY_LIMIT);
  run_result_deinit(&r);
  /* Five processes that share 60 MiB do not use 300. */
  r = supervised_run(*state, "share", "60", limits);
  assert_int_equal(r.end, RUN_SIGNALLED);
  assert_true(r.peak_bytes >= 60 * MIB && r.peak_bytes < 100 * MIB);
  assert_false(r.peak_exact);
  run_result_deinit(&r);
  /* mmap fails, nothing else happens. */
  r = supervised_run(*state, "grow", "200", (RunLimits){.address_space_bytes = 100 * MIB});
  assert_int_equal(r.exit_code, 8);
  run_result_deinit(&r);
}

/* The kernel's record of a child's peak includes ours at its start, so both cases need a look. */
static void test_peak(void **state)
{
  RunResult r = supervised_run(*state, "grow", "450", (RunLimits){0});
  assert_true(r.peak_bytes >= 450 * MIB && r.peak_bytes < 460 * MIB);
  assert_true(r.peak_exact);
  run_result_deinit(&r);
  size_t size = 100 * MIB;
  char *large = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(large != MAP_FAILED);
  memset(large, 1, size);
  r = supervised_run(*state, "grow", "50", (RunLimits){0});
  munmap(large, size);
  assert_true(r.peak_bytes >= 50 * MIB && r.peak_bytes < 60 * MIB);
  assert_false(r.peak_exact);
  run_result_deinit(&r);
}

static void test_output_limit(void **state)
{
  RunLimits limits = {.stdout_bytes = 100000, .stderr_bytes = 50000, .wall_ns = 20000 * MS};
  RunResult r = supervised_run(*state, "flood-out", "", limits);
  assert_int_equal(r.end, RUN_OUTPUT_LIMIT);
  assert_int_equal(r.out.length, 100000);
  assert_true(r.out.cut && !r.out.complete);
  assert_true(r.wall_ns < SUPERVISED_SOON);
  run_result_deinit(&r);
  limits.grace_ns = 100 * MS;
  r = supervised_run(*state, "flood-err", "", limits);
  assert_int_equal(r.end, RUN_OUTPUT_LIMIT);
  assert_int_equal(r.err.length, 50000);
  assert_true(r.err.cut && !r.out.cut);
  run_result_deinit(&r);
  r = supervised_run(*state, "garbage", "", limits);
  assert_int_equal(r.end, RUN_OUTPUT_LIMIT);
  run_result_deinit(&r);
  limits.stdout_bytes = 3; /* of 4 */
  r = supervised_run(*state, "sat", "", limits);
  assert_int_equal(r.end, RUN_OUTPUT_LIMIT);
  assert_string_equal(r.out.bytes, "sat");
  run_result_deinit(&r);
  limits.stdout_bytes = 4;
  r = supervised_run(*state, "sat", "", limits);
  assert_int_equal(r.end, RUN_EXITED);
  assert_true(r.out.complete);
  run_result_deinit(&r);
}

static void on_harmless_signal(int number)
{
  (void)number;
}

/* In a process of its own: runs `fake sleep` for `run_ms` with a limit of wall time. Exits with how the run ended, or 100. */
static pid_t fork_supervised(const Supervised *fixture, const char *run_ms, uint64_t wall_ns)
{
  const char *words[5];
  RunRequest request = supervised_request(fixture, "sleep", run_ms, words);
  request.limits = (RunLimits){.wall_ns = wall_ns};
  pid_t child = fork();
  if (child != 0) return child;
  Supervisor *sup;
  Error error;
  RunEvent event;
  struct sigaction action = {.sa_handler = on_harmless_signal};
  sigaction(SIGUSR1, &action, NULL);
  if (supervisor_create(&sup, &error) != STATUS_OK) _exit(100);
  supervisor_start(sup, &request);
  if (supervisor_wait(sup, SUPERVISOR_FOREVER, &event) != RUN_EVENT_FINISHED) _exit(100);
  RunEnd end = event.result.end;
  run_result_deinit(&event.result);
  supervisor_destroy(sup);
  _exit((int)end);
}

/* Ctrl-Z and fg: the time in between is nobody's. */
static void test_stopped_and_continued(void **state)
{
  int status;
  pid_t child = fork_supervised(*state, "5000", 4000 * MS);
  assert_int_equal(supervised_await_running(*state, 1), 1);
  usleep(300000); /* it is watched by then */
  kill(child, SIGSTOP);
  usleep(3500000);
  kill(child, SIGCONT);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), RUN_EXITED);
}

/* Looking without waiting is no sign of having been stopped, which would give runs more time. */
static void test_looking_takes_no_time(void **state)
{
  Supervised *fixture = *state;
  const char *words[5];
  RunRequest request = supervised_request(fixture, "stubborn", "", words);
  request.limits.wall_ns = 300 * MS;
  supervisor_start(fixture->sup, &request);
  for (int i = 0; i < 10; i++) supervisor_step(fixture->sup, 0);
  RunResult r = supervised_wait(fixture);
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_true(r.wall_ns >= 300 * MS && r.wall_ns < SUPERVISED_SOON);
  run_result_deinit(&r);
}

/* Nor is what passed before a run began. */
static void test_late_look(void **state)
{
  Supervised *fixture = *state;
  const char *words[5], *others[5];
  RunRequest request = supervised_request(fixture, "stubborn", "", words);
  RunHandle old = supervisor_start(fixture->sup, &request);
  usleep(3000000);
  request = supervised_request(fixture, "sat", "", others);
  supervisor_start(fixture->sup, &request);
  RunResult r = supervised_wait(fixture);
  assert_string_equal(r.out.bytes, "sat\n");
  assert_true(r.wall_ns < SUPERVISED_SOON);
  run_result_deinit(&r);
  supervisor_cancel(fixture->sup, old);
  r = supervised_wait(fixture);
  run_result_deinit(&r);
}

static void test_harmless_signals(void **state)
{
  int status;
  pid_t child = fork_supervised(*state, "300", 0);
  assert_int_equal(supervised_await_running(*state, 1), 1);
  for (int i = 0; i < 5; i++) {
    kill(child, SIGUSR1);
    usleep(20000);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), RUN_EXITED);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      SUPERVISED_TEST(wall_limit),
      SUPERVISED_TEST(pause),
      SUPERVISED_TEST(a_paused_run_can_be_ended),
      SUPERVISED_TEST(grace),
      SUPERVISED_TEST(cpu_limit),
      SUPERVISED_TEST(memory_limit),
      SUPERVISED_TEST(peak),
      SUPERVISED_TEST(output_limit),
      SUPERVISED_TEST(stopped_and_continued),
      SUPERVISED_TEST(looking_takes_no_time),
      SUPERVISED_TEST(late_look),
      SUPERVISED_TEST(harmless_signals),
  };
  supervised_choose(argc, argv);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
