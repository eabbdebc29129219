#include "testing.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support/leftovers.h"
#include "support/supervised.h"

static void test_answers(void **state)
{
  RunResult r = supervised_run(*state, "sat", "", (RunLimits){0});
  assert_int_equal(r.end, RUN_EXITED);
  assert_int_equal(r.exit_code, 0);
  assert_int_equal(r.signal, 0);
  assert_string_equal(r.out.bytes, "sat\n");
  assert_string_equal(r.err.bytes, "");
  assert_true(r.out.complete && r.err.complete && !r.out.cut);
  assert_true(r.wall_ns > 0 && r.wall_ns < SUPERVISED_SOON);
  assert_int_equal(r.strays_killed, 0);
  run_result_deinit(&r);
  r = supervised_run(*state, "half", "", (RunLimits){0});
  assert_string_equal(r.out.bytes, "uns");
  assert_false(r.out.complete);
  assert_false(r.out.cut);
  run_result_deinit(&r);
  r = supervised_run(*state, "binary", "", (RunLimits){0});
  assert_int_equal(r.out.length, 7);
  assert_memory_equal(r.out.bytes, "a\0\377\200\n\0b", 7);
  run_result_deinit(&r);
  r = supervised_run(*state, "close-stdin", "", (RunLimits){0});
  assert_string_equal(r.out.bytes, "sat\n");
  run_result_deinit(&r);
  r = supervised_run(*state, "close-stdout", "", (RunLimits){0});
  assert_int_equal(r.exit_code, 3);
  assert_true(r.wall_ns >= 45 * MS);
  run_result_deinit(&r);
}

static void test_exit_codes(void **state)
{
  static const char *const codes[] = {"0", "1", "2", "10", "101", "126", "127", "134", "255"};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    RunResult r = supervised_run(*state, "exit", codes[i], (RunLimits){0});
    assert_int_equal(r.end, RUN_EXITED);
    assert_int_equal(r.exit_code, strtol(codes[i], NULL, 10));
    run_result_deinit(&r);
  }
}

static void test_crashes(void **state)
{
  static const struct {
    const char *how;
    int signal;
  } cases[] = {{"segv", SIGSEGV}, {"wild", SIGSEGV}, {"abrt", SIGABRT}, {"fpe", SIGFPE},
               {"ill", SIGILL},   {"bus", SIGBUS},   {"kill", SIGKILL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    RunResult r = supervised_run(*state, "crash", cases[i].how, (RunLimits){.cpu_ns = 10000 * MS});
    assert_int_equal(r.end, RUN_SIGNALLED);
    assert_int_equal(r.signal, cases[i].signal);
    assert_int_equal(r.exit_code, -1);
    run_result_deinit(&r);
  }
}

static void test_not_started(void **state)
{
  Supervised *fixture = *state;
  const char *missing[] = {"/nonexistent/solver", NULL}, *unknown[] = {"no-such-solver-here", NULL};
  const char *folder[] = {"/tmp", NULL}, *nothing[] = {NULL}, *empty[] = {"", NULL};
  const struct {
    RunRequest request;
    int error_number;
  } cases[] = {
      {{.argv = missing}, ENOENT},
      {{.argv = unknown}, ENOENT},
      {{.argv = folder}, EACCES},
      {{.argv = nothing}, EINVAL},
      {{.argv = empty}, ENOENT},
      {{.argv = missing, .count_instructions = true}, ENOENT},
      {{.argv = (const char *[]){getenv("ASSAY_FAKE"), NULL}, .directory = "/nonexistent"}, ENOENT},
      {{.argv = (const char *[]){getenv("ASSAY_FAKE"), NULL}, .pin = true, .cpu = 1023}, EINVAL},
      {{.argv = (const char *[]){getenv("ASSAY_FAKE"), NULL},
        .input = RUN_INPUT_PATH_STDIN,
        .input_path = "/nonexistent"},
       ENOENT},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    RunResult r = supervised_run_request(fixture, &cases[i].request);
    assert_int_equal(r.end, RUN_NOT_STARTED);
    assert_int_equal(r.error_number, cases[i].error_number);
    assert_int_equal(r.exit_code, -1);
    assert_string_equal(r.out.bytes, "");
    run_result_deinit(&r);
  }
}

/* Running out of descriptors is an outcome like others. */
static void test_no_descriptors(void **state)
{
  enum { RUNS = 20 };
  Supervised *fixture = *state;
  struct rlimit before, low;
  const char *words[5];
  RunRequest request = supervised_request(fixture, "sat", "", words);
  request.input = RUN_INPUT_STDIN;
  getrlimit(RLIMIT_NOFILE, &before);
  for (rlim_t room = 0; room < 12; room++) {
    int first = dup(0), started = 0;
    close(first);
    low = (struct rlimit){(rlim_t)first + room, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &low);
    for (int i = 0; i < RUNS; i++) supervisor_start(fixture->sup, &request);
    setrlimit(RLIMIT_NOFILE, &before);
    for (int i = 0; i < RUNS; i++) {
      RunResult r = supervised_wait(fixture);
      started += r.end == RUN_EXITED;
      if (r.end != RUN_EXITED) assert_int_equal(r.error_number, EMFILE);
      run_result_deinit(&r);
    }
    assert_true(started < 4 && (room < 8 || started > 0));
  }
}

static void test_input(void **state)
{
  Supervised *fixture = *state;
  size_t length = 3000000;
  char *text = malloc(length + 1);
  for (size_t i = 0; i < length; i++) text[i] = (char)('a' + i % 23);
  text[length] = '\0';
  const char *words[5];
  RunRequest request = supervised_request(fixture, "copy", "", words);
  request.input = RUN_INPUT_STDIN;
  request.bytes = text;
  request.length = length;
  RunResult r = supervised_run_request(fixture, &request);
  assert_int_equal(r.out.length, length);
  assert_memory_equal(r.out.bytes, text, length);
  run_result_deinit(&r);
  words[1] = "copy-file";
  words[2] = RUN_INPUT_PATH;
  request.input = RUN_INPUT_FILE;
  r = supervised_run_request(fixture, &request);
  assert_int_equal(r.out.length, length);
  assert_memory_equal(r.out.bytes, text, length);
  run_result_deinit(&r);
  free(text);
  words[1] = "copy";
  request.input = RUN_INPUT_NONE;
  r = supervised_run_request(fixture, &request);
  assert_string_equal(r.out.bytes, "");
  run_result_deinit(&r);
  request.input = RUN_INPUT_PATH_STDIN;
  request.input_path = "/proc/self/comm";
  r = supervised_run_request(fixture, &request);
  assert_non_null(strstr(r.out.bytes, "test_run"));
  run_result_deinit(&r);
}

static void test_surroundings(void **state)
{
  Supervised *fixture = *state;
  const char *words[5];
  const char *changes[] = {"FAKE_ADDED=x=1", "FAKE_REMOVED", NULL};
  RunRequest request = supervised_request(fixture, "report", "", words);
  request.environment = changes;
  request.directory = "/proc";
  request.limits.open_files = 50;
  setenv("FAKE_REMOVED", "1", 1);
  setenv("FAKE_ADDED", "0", 1);
  int leaky = open("/dev/null", O_RDONLY); /* not close-on-exec, on purpose */
  signal(SIGPIPE, SIG_IGN);
  RunResult r = supervised_run_request(fixture, &request);
  signal(SIGPIPE, SIG_DFL);
  close(leaky);
  assert_string_equal(r.out.bytes,
                      "ignored 0 blocked 0 descriptors 3 leader 1 files 50 directory /proc\n"
                      "added x=1 removed -\n");
  run_result_deinit(&r);
}

static void test_closed_standard_descriptors(void **state)
{
  Supervised *fixture = *state;
  int in = dup(0), out = dup(1);
  const char *words[5];
  RunRequest request = supervised_request(fixture, "copy-file", RUN_INPUT_PATH, words);
  request.input = RUN_INPUT_FILE;
  request.bytes = "text\n";
  request.length = 5;
  close(0);
  close(1);
  supervisor_start(fixture->sup, &request);
  dup2(in, 0);
  dup2(out, 1);
  close(in);
  close(out);
  RunResult r = supervised_wait(fixture);
  assert_string_equal(r.out.bytes, "text\n");
  run_result_deinit(&r);
}

static void test_cancel(void **state)
{
  Supervised *fixture = *state;
  const char *words[5];
  RunEvent event;
  RunRequest request = supervised_request(fixture, "answer-hang", "", words);
  RunHandle one = supervisor_start(fixture->sup, &request);
  for (int i = 0; i < 5; i++) supervisor_start(fixture->sup, &request);
  assert_int_equal(supervisor_wait(fixture->sup, 300 * MS, &event), RUN_EVENT_NONE);
  supervisor_cancel(fixture->sup, one);
  RunResult r = supervised_wait(fixture);
  assert_true(r.handle == one);
  assert_int_equal(r.end, RUN_CANCELLED);
  run_result_deinit(&r);
  supervisor_cancel(fixture->sup, one);
  assert_int_equal(supervisor_pending(fixture->sup), 5);
  supervisor_cancel_all(fixture->sup);
  for (int i = 0; i < 5; i++) {
    r = supervised_wait(fixture);
    assert_int_equal(r.end, RUN_CANCELLED);
    assert_string_equal(r.out.bytes, "sat\n");
    run_result_deinit(&r);
  }
}

static void test_wake(void **state)
{
  Supervised *fixture = *state;
  RunEvent event;
  const char *words[5];
  RunRequest request = supervised_request(fixture, "hang", "", words);
  supervisor_start(fixture->sup, &request);
  supervisor_wake(fixture->sup);
  assert_int_equal(supervisor_wait(fixture->sup, SUPERVISOR_FOREVER, &event), RUN_EVENT_WOKEN);
  /* Neither of both is lost in the other. */
  supervisor_notify(fixture->sup);
  assert_int_equal(supervisor_wait(fixture->sup, SUPERVISOR_FOREVER, &event), RUN_EVENT_NOTIFIED);
  supervisor_notify(fixture->sup);
  supervisor_wake(fixture->sup);
  supervisor_notify(fixture->sup);
  assert_int_equal(supervisor_wait(fixture->sup, SUPERVISOR_FOREVER, &event), RUN_EVENT_WOKEN);
  assert_int_equal(supervisor_wait(fixture->sup, SUPERVISOR_FOREVER, &event), RUN_EVENT_NOTIFIED);
  supervisor_cancel_all(fixture->sup);
  RunResult r = supervised_wait(fixture);
  run_result_deinit(&r);
  assert_int_equal(supervisor_wait(fixture->sup, SUPERVISOR_FOREVER, &event), RUN_EVENT_NONE);
}

static void test_many(void **state)
{
  enum { RUNS = 5000, AT_ONCE = 64 };
  Supervised *fixture = *state;
  const char *words[5];
  RunRequest request = supervised_request(fixture, "sat", "", words);
  request.limits = (RunLimits){.wall_ns = 60000 * MS, .memory_bytes = 1000 * MIB};
  int started = 0;
  for (; started < AT_ONCE; started++) supervisor_start(fixture->sup, &request);
  for (int finished = 0; finished < RUNS; finished++) {
    RunResult r = supervised_wait(fixture);
    assert_int_equal(r.end, RUN_EXITED);
    assert_string_equal(r.out.bytes, "sat\n");
    run_result_deinit(&r);
    if (started < RUNS) started++, supervisor_start(fixture->sup, &request);
  }
  assert_int_equal(supervisor_pending(fixture->sup), 0);
}

/* Everything at once, each run with its own outcome. */
static void test_mixture(void **state)
{
  static const struct {
    const char *mode, *argument;
    RunEnd end;
    uint32_t strays;
  } kinds[] = {
      {"sat", "", RUN_EXITED, 0},          {"hang", "", RUN_WALL_LIMIT, 0},
      {"crash", "segv", RUN_SIGNALLED, 0}, {"flood-out", "", RUN_OUTPUT_LIMIT, 0},
      {"orphan", "setsid", RUN_EXITED, 1}, {"orphan", "hang", RUN_WALL_LIMIT, 1},
      {"stubborn", "", RUN_WALL_LIMIT, 0}, {"orphan", "double", RUN_EXITED, 1},
  };
  enum { KINDS = sizeof kinds / sizeof *kinds, RUNS = 8 * KINDS };
  Supervised *fixture = *state;
  int numbers[RUNS];
  for (int i = 0; i < RUNS; i++) {
    const char *words[5];
    numbers[i] = i % KINDS;
    RunRequest request =
        supervised_request(fixture, kinds[i % KINDS].mode, kinds[i % KINDS].argument, words);
    bool hangs = kinds[i % KINDS].end == RUN_WALL_LIMIT; /* the others may take their time */
    request.limits = (RunLimits){.wall_ns = (hangs ? 1500 : 60000) * MS,
                                 .grace_ns = 100 * MS,
                                 .stdout_bytes = MIB,
                                 .memory_bytes = 500 * MIB};
    request.user = &numbers[i];
    supervisor_start(fixture->sup, &request);
  }
  for (int i = 0; i < RUNS; i++) {
    RunResult r = supervised_wait(fixture);
    int kind = *(int *)r.user;
    assert_int_equal(r.end, kinds[kind].end);
    assert_int_equal(r.strays_killed, kinds[kind].strays);
    run_result_deinit(&r);
  }
}

static void test_run_one(void **state)
{
  Supervised *fixture = *state;
  const char *words[5];
  RunResult r;
  Error error;
  RunRequest request = supervised_request(fixture, "lie", "", words);
  assert_int_equal(run_one(&request, &r, &error), STATUS_OK);
  assert_string_equal(r.out.bytes, "unsat\n");
  run_result_deinit(&r);
  assert_string_equal(run_end_text(RUN_MEMORY_LIMIT), "memory limit");
}

/* --- copies of ourselves --- */

typedef struct {
  int code;
  bool crash;
  int descriptors; /* that we have */
} Called;

static int speak(void *user)
{
  Called *called = user;
  called->descriptors = leftovers_descriptors();
  if (called->crash) abort();
  printf("%d descriptors", called->descriptors);
  fflush(stdout);
  return called->code;
}

/* A function runs in a process with memory and descriptors of its own; its crash is not ours. */
static void test_call(void **state)
{
  Supervised *fixture = *state;
  Called called = {.code = 5};
  RunEvent event;
  supervisor_start(fixture->sup, &(RunRequest){.call = speak, .call_user = &called});
  assert_int_equal(supervisor_wait(fixture->sup, SUPERVISED_SOON, &event), RUN_EVENT_FINISHED);
  assert_int_equal(event.result.end, RUN_EXITED);
  assert_int_equal(event.result.exit_code, 5);
  assert_int_equal(called.descriptors, 0);
  assert_non_null(strstr(event.result.out.bytes, "descriptors"));
  assert_true(atoi(event.result.out.bytes) <= 6); /* 0, 1, 2, the folder, and its two dots */
  run_result_deinit(&event.result);
  called.crash = true;
  supervisor_start(fixture->sup, &(RunRequest){.call = speak, .call_user = &called});
  assert_int_equal(supervisor_wait(fixture->sup, SUPERVISED_SOON, &event), RUN_EVENT_FINISHED);
  assert_int_equal(event.result.end, RUN_SIGNALLED);
  assert_int_equal(event.result.signal, SIGABRT);
  run_result_deinit(&event.result);
}

static int wait_long(void *user)
{
  (void)user;
  return (int)sleep(60);
}

static void test_call_cancelled(void **state)
{
  Supervised *fixture = *state;
  RunEvent event;
  supervisor_start(fixture->sup,
                   &(RunRequest){.call = wait_long, .limits.grace_ns = SUPERVISED_SOON});
  supervisor_cancel_all(fixture->sup);
  assert_int_equal(supervisor_wait(fixture->sup, SUPERVISED_SOON, &event), RUN_EVENT_FINISHED);
  assert_int_equal(event.result.end, RUN_CANCELLED);
  run_result_deinit(&event.result);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      SUPERVISED_TEST(answers),        SUPERVISED_TEST(exit_codes),
      SUPERVISED_TEST(crashes),        SUPERVISED_TEST(not_started),
      SUPERVISED_TEST(no_descriptors), SUPERVISED_TEST(input),
      SUPERVISED_TEST(surroundings),   SUPERVISED_TEST(closed_standard_descriptors),
      SUPERVISED_TEST(cancel),         SUPERVISED_TEST(wake),
      SUPERVISED_TEST(many),           SUPERVISED_TEST(mixture),
      SUPERVISED_TEST(run_one),        SUPERVISED_TEST(call),
      SUPERVISED_TEST(call_cancelled),
  };
  supervised_choose(argc, argv);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
