#include "testing.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/process/supervisor_internal.h"
#include "support/leftovers.h"
#include "support/supervised.h"

static void test_strays(void **state)
{
  Supervised *fixture = *state;
  static const char *const ways[] = {"plain", "setsid", "double", "closed", "flood", "disguised"};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    RunResult r = supervised_run(fixture, "orphan", ways[i], (RunLimits){.wall_ns = 20000 * MS});
    assert_int_equal(r.exit_code, 0);
    assert_int_equal(r.strays_killed, 1);
    assert_false(r.strays_left);
    if (strcmp(ways[i], "flood") != 0) assert_string_equal(r.out.bytes, "sat\n");
    assert_true(r.wall_ns < SUPERVISED_SOON);
    assert_int_equal(leftovers_processes(fixture->tag), 0);
    run_result_deinit(&r);
  }
  /* One whose parent lives on, with a limit; and one that has ended by then. */
  RunResult r = supervised_run(fixture, "orphan", "hang", (RunLimits){.wall_ns = 100 * MS});
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_int_equal(r.strays_killed, 1);
  run_result_deinit(&r);
  r = supervised_run(fixture, "orphan", "brief", (RunLimits){0});
  assert_int_equal(r.end, RUN_EXITED);
  run_result_deinit(&r);
}

/* What changes the limit that is its mark is still counted: as few may as lower it, and root may take it off. */
static void test_disguised(void **state)
{
  static const char *const ways[] = {"spin-disguised", "spin-unmarked"};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    RunResult r = supervised_run(*state, "orphan", ways[i],
                                 (RunLimits){.cpu_ns = 300 * MS, .wall_ns = 15000 * MS});
    assert_int_equal(r.end, RUN_CPU_LIMIT);
    assert_false(r.strays_left);
    run_result_deinit(&r);
  }
}

/* Two forks, a session of its own, no descriptor, another mark: nothing that ties it to the run is left. */
static void test_escape(void **state)
{
  static const char *const ways[] = {"double-closed-disguised", "double-closed-unmarked"};
  const Supervised *fixture = *state;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    if (i == 1 && !supervised_is_enclosed(fixture->sup)) continue; /* root may take its mark off */
    RunResult r = supervised_run(*state, "orphan", ways[i], (RunLimits){.wall_ns = 15000 * MS});
    assert_int_equal(r.end, RUN_EXITED);
    assert_string_equal(r.out.bytes, "sat\n");
    assert_true(r.strays_killed >= 1);
    assert_false(r.strays_left);
    assert_int_equal(leftovers_processes(fixture->tag), 0);
    run_result_deinit(&r);
  }
}

/* Each process has started the next one before it is found. */
static void test_chain(void **state)
{
  static const char *const ways[] = {"plain", "disguised", "hang", "brief", "late"};
  const Supervised *fixture = *state;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    bool hangs = strcmp(ways[i], "hang") == 0;
    RunResult r = supervised_run(*state, "chain", ways[i],
                                 (RunLimits){.wall_ns = hangs ? 300 * MS : SUPERVISED_SOON});
    assert_int_equal(r.end, hangs ? RUN_WALL_LIMIT : RUN_EXITED);
    assert_true(r.strays_killed >= 1);
    assert_false(r.strays_left);
    run_result_deinit(&r);
    for (int look = 0; look < 5; look++) {
      assert_int_equal(leftovers_processes(fixture->tag), 0);
      usleep(10000);
    }
  }
}

/* Kernels need not list the children of a process: looking at everybody has to do. */
static void test_without_lists_of_children(void **state)
{
  const Supervised *fixture = *state;
  Family *family = &fixture->sup->family;
  int lists[] = {family->children, family->orphans};
  family->children = family->orphans = -1;
  uint64_t begin = clock_monotonic_ns();
  RunResult r = supervised_run(*state, "orphan", "setsid", (RunLimits){0});
  assert_true(clock_monotonic_ns() - begin < SUPERVISED_SOON);
  family->children = lists[0];
  family->orphans = lists[1];
  assert_int_equal(r.end, RUN_EXITED);
  assert_int_equal(r.strays_killed, 1);
  assert_int_equal(leftovers_processes(fixture->tag), 0);
  run_result_deinit(&r);
}

static void test_bomb(void **state)
{
  RunResult r = supervised_run(*state, "bomb", "", (RunLimits){.wall_ns = 300 * MS});
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_true(r.strays_killed >= 100);
  assert_false(r.strays_left);
  run_result_deinit(&r);
}

/* Children of the process that the supervisor has not started are none of its business. */
static void test_others_are_left_alone(void **state)
{
  pid_t other = fork();
  if (other == 0) {
    setsid();
    pause();
    _exit(0);
  }
  RunResult r = supervised_run(*state, "orphan", "setsid", (RunLimits){0});
  assert_int_equal(r.strays_killed, 1);
  run_result_deinit(&r);
  assert_int_equal(waitpid(other, NULL, WNOHANG), 0);
  kill(other, SIGKILL);
  assert_int_equal(waitpid(other, NULL, 0), other);
}

/* Destroying kills what runs; killing us does, too. */
static void test_our_own_end(void **state)
{
  Supervised *fixture = *state;
  const char *words[5];
  RunRequest request = supervised_request(fixture, "stubborn", "", words);
  pid_t child = fork();
  if (child == 0) {
    Supervisor *sup;
    Error error;
    RunEvent event;
    if (supervisor_create(&sup, &error) != STATUS_OK) _exit(1);
    supervisor_start(sup, &request);
    supervisor_start(sup, &request);
    supervisor_wait(sup, SUPERVISOR_FOREVER, &event);
    _exit(0);
  }
  /* First of all it ends: what a failure left behind would fail all tests after it. */
  int running = supervised_await_running(fixture, 2);
  kill(child, SIGKILL);
  assert_int_equal(supervised_await_end(fixture), 0);
  assert_int_equal(running, 2);
  leftovers_reap(&fixture->sup->family); /* this process got the dead ones */
  Supervisor *sup;
  Error error;
  assert_int_equal(supervisor_create(&sup, &error), STATUS_OK);
  request = supervised_request(fixture, "orphan", "hang", words);
  supervisor_start(sup, &request);
  request = supervised_request(fixture, "stubborn", "", words);
  supervisor_start(sup, &request);
  supervisor_destroy(sup);
}

/* What programs have started is killed with us as well. */
static void check_end_of_descendants(const Supervised *fixture, const char *how)
{
  const char *words[5];
  RunRequest request = supervised_request(fixture, "orphan", how, words);
  int ready[2];
  assert_int_equal(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    Supervisor *sup;
    Error error;
    RunEvent event;
    if (supervisor_create(&sup, &error) != STATUS_OK) _exit(1);
    request.limits = (RunLimits){.cpu_ns = 60000 * MS};
    supervisor_start(sup, &request);
    while (leftovers_processes(fixture->tag) < 2 ||
           (!sup->watchdog.pid && !supervised_is_enclosed(sup)))
      supervisor_wait(sup, 10 * MS, &event);
    (void)!write(ready[1], "", 1);
    supervisor_wait(sup, SUPERVISOR_FOREVER, &event);
    _exit(0);
  }
  char byte;
  assert_int_equal(read(ready[0], &byte, 1), 1);
  int running = leftovers_processes(fixture->tag);
  kill(child, SIGKILL);
  assert_int_equal(supervised_await_end(fixture), 0);
  assert_int_equal(running, 2);
  leftovers_reap(&fixture->sup->family);
  close(ready[0]);
  close(ready[1]);
}

static void test_our_end_ends_descendants(void **state)
{
  const Supervised *fixture = *state;
  check_end_of_descendants(fixture, "hang");
  if (supervised_is_enclosed(fixture->sup))
    check_end_of_descendants(fixture, "hang-double-closed-disguised");
}

/* A supervisor below another one: no marks there. */
static void test_nested(void **state)
{
  Supervised *fixture = *state;
  pid_t child = fork();
  if (child == 0) {
    struct rlimit locks = {1000, 1000};
    const char *words[5];
    RunResult result;
    Error error;
    if (setrlimit(RLIMIT_LOCKS, &locks) != 0) _exit(1);
    RunRequest request = supervised_request(fixture, "orphan", "plain", words);
    if (run_one(&request, &result, &error) != STATUS_OK) _exit(2);
    _exit(result.end == RUN_EXITED && result.strays_killed == 1 ? 0 : 3);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      SUPERVISED_TEST(strays),
      SUPERVISED_TEST(disguised),
      SUPERVISED_TEST(escape),
      SUPERVISED_TEST(chain),
      SUPERVISED_TEST(without_lists_of_children),
      SUPERVISED_TEST(bomb),
      SUPERVISED_TEST(others_are_left_alone),
      SUPERVISED_TEST(our_own_end),
      SUPERVISED_TEST(our_end_ends_descendants),
      SUPERVISED_TEST(nested),
  };
  supervised_choose(argc, argv);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
