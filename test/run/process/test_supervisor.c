#include "testing.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/process/supervisor_internal.h"
#include "support/leftovers.h"

#define MS  UINT64_C(1000000)
#define MIB ((uint64_t)1 << 20)

/* Times in here are generous: the machine may be busy. */
#define SOON (5000 * MS)
#define LATE (30000 * MS)

typedef struct {
  Supervisor *sup;
  char tag[32];
  int descriptors;
} Fixture;

static const char *fake(void)
{
  const char *path = getenv("ASSAY_FAKE");
  if (!path) fail_msg("ASSAY_FAKE has to name the program test/fake");
  return path;
}

static int set_up(void **state)
{
  Fixture *fixture = calloc(1, sizeof *fixture);
  Error error;
  fixture->descriptors = leftovers_descriptors();
  snprintf(fixture->tag, sizeof fixture->tag, "test-run-%d", (int)getpid());
  if (supervisor_create(&fixture->sup, &error) != STATUS_OK) return -1;
  *state = fixture;
  return 0;
}

static bool is_enclosed(const Supervisor *sup)
{
  return supervisor_supervision(sup, NULL) == SUPERVISION_NAMESPACE;
}

/* Every test ends with the same question: is anything left? */
static int tear_down(void **state)
{
  Fixture *fixture = *state;
  int processes = leftovers_processes(fixture->tag);
  supervisor_destroy(fixture->sup);
  bool children = leftovers_children();
  int descriptors = leftovers_descriptors();
  bool well = processes == 0 && !children && descriptors == fixture->descriptors;
  if (!well)
    print_error("left: %d processes, children %d, descriptors %d, before %d\n", processes, children,
                descriptors, fixture->descriptors);
  free(fixture);
  return well ? 0 : -1;
}

/* Fills in the words of a request for `fake MODE ARGUMENT TAG`. */
static RunRequest request_for(const Fixture *fixture, const char *mode, const char *argument,
                              const char *words[5])
{
  words[0] = fake();
  words[1] = mode;
  words[2] = argument;
  words[3] = fixture->tag;
  words[4] = NULL;
  return (RunRequest){.argv = words};
}

static RunResult wait_for(Fixture *fixture)
{
  RunEvent event;
  RunEventKind kind = supervisor_wait(fixture->sup, 20000 * MS, &event);
  assert_int_equal(kind, RUN_EVENT_FINISHED);
  return event.result;
}

static RunResult run_request(Fixture *fixture, const RunRequest *request)
{
  RunHandle handle = supervisor_start(fixture->sup, request);
  RunResult result = wait_for(fixture);
  assert_true(result.handle == handle);
  assert_int_equal(supervisor_pending(fixture->sup), 0);
  return result;
}

static RunResult run_fake(Fixture *fixture, const char *mode, const char *argument,
                          RunLimits limits)
{
  const char *words[5];
  RunRequest request = request_for(fixture, mode, argument, words);
  request.limits = limits;
  return run_request(fixture, &request);
}

static void test_answers(void **state)
{
  RunResult r = run_fake(*state, "sat", "", (RunLimits){0});
  assert_int_equal(r.end, RUN_EXITED);
  assert_int_equal(r.exit_code, 0);
  assert_int_equal(r.signal, 0);
  assert_string_equal(r.out.bytes, "sat\n");
  assert_string_equal(r.err.bytes, "");
  assert_true(r.out.complete && r.err.complete && !r.out.cut);
  assert_true(r.wall_ns > 0 && r.wall_ns < SOON);
  assert_int_equal(r.strays_killed, 0);
  run_result_deinit(&r);
  r = run_fake(*state, "half", "", (RunLimits){0});
  assert_string_equal(r.out.bytes, "uns");
  assert_false(r.out.complete);
  assert_false(r.out.cut);
  run_result_deinit(&r);
  r = run_fake(*state, "binary", "", (RunLimits){0});
  assert_int_equal(r.out.length, 7);
  assert_memory_equal(r.out.bytes, "a\0\377\200\n\0b", 7);
  run_result_deinit(&r);
  r = run_fake(*state, "close-stdin", "", (RunLimits){0});
  assert_string_equal(r.out.bytes, "sat\n");
  run_result_deinit(&r);
  r = run_fake(*state, "close-stdout", "", (RunLimits){0});
  assert_int_equal(r.exit_code, 3);
  assert_true(r.wall_ns >= 45 * MS);
  run_result_deinit(&r);
}

static void test_exit_codes(void **state)
{
  static const char *const codes[] = {"0", "1", "2", "10", "101", "126", "127", "134", "255"};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    RunResult r = run_fake(*state, "exit", codes[i], (RunLimits){0});
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
    RunResult r = run_fake(*state, "crash", cases[i].how, (RunLimits){.cpu_ns = 10000 * MS});
    assert_int_equal(r.end, RUN_SIGNALLED);
    assert_int_equal(r.signal, cases[i].signal);
    assert_int_equal(r.exit_code, -1);
    run_result_deinit(&r);
  }
}

static void test_not_started(void **state)
{
  Fixture *fixture = *state;
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
      {{.argv = (const char *[]){fake(), NULL}, .directory = "/nonexistent"}, ENOENT},
      {{.argv = (const char *[]){fake(), NULL}, .pin = true, .cpu = 1023}, EINVAL},
      {{.argv = (const char *[]){fake(), NULL},
        .input = RUN_INPUT_PATH_STDIN,
        .input_path = "/nonexistent"},
       ENOENT},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    RunResult r = run_request(fixture, &cases[i].request);
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
  Fixture *fixture = *state;
  struct rlimit before, low;
  const char *words[5];
  RunRequest request = request_for(fixture, "sat", "", words);
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
      RunResult r = wait_for(fixture);
      started += r.end == RUN_EXITED;
      if (r.end != RUN_EXITED) assert_int_equal(r.error_number, EMFILE);
      run_result_deinit(&r);
    }
    assert_true(started < 4 && (room < 8 || started > 0));
  }
}

static void test_wall_limit(void **state)
{
  RunResult r = run_fake(*state, "hang", "", (RunLimits){.wall_ns = 100 * MS});
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_int_equal(r.signal, SIGKILL);
  assert_true(r.wall_ns >= 100 * MS && r.wall_ns < SOON);
  run_result_deinit(&r);
  r = run_fake(*state, "answer-hang", "", (RunLimits){.wall_ns = 100 * MS});
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_string_equal(r.out.bytes, "sat\n");
  run_result_deinit(&r);
  r = run_fake(*state, "stop", "", (RunLimits){.wall_ns = 100 * MS, .grace_ns = 100 * MS});
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  run_result_deinit(&r);
}

static void test_grace(void **state)
{
  RunLimits limits = {.wall_ns = 100 * MS, .grace_ns = 10000 * MS};
  RunResult r = run_fake(*state, "polite", "", limits);
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_int_equal(r.exit_code, 0);
  assert_string_equal(r.out.bytes, "hello\nbye\n");
  assert_true(r.wall_ns < SOON);
  run_result_deinit(&r);
  limits.grace_ns = 100 * MS;
  r = run_fake(*state, "stubborn", "", limits);
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_int_equal(r.signal, SIGKILL);
  assert_true(r.wall_ns >= 200 * MS && r.wall_ns < SOON);
  run_result_deinit(&r);
}

/* A run that is stopped neither works nor loses time. */
static void test_pause(void **state)
{
  Fixture *fixture = *state;
  const char *words[5];
  RunRequest request = request_for(fixture, "spin", "100", words);
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
  RunResult result = wait_for(fixture);
  assert_int_equal(result.end, RUN_EXITED);
  assert_true(result.wall_ns < 2000 * MS);
  run_result_deinit(&result);
  assert_false(supervisor_pause(fixture->sup, handle));
}

static void test_a_paused_run_can_be_ended(void **state)
{
  Fixture *fixture = *state;
  const char *words[5];
  for (int grace = 0; grace < 2; grace++) {
    RunRequest request = request_for(fixture, "hang", "", words);
    request.limits.grace_ns = grace ? 1000 * MS : 0;
    RunHandle handle = supervisor_start(fixture->sup, &request);
    assert_true(supervisor_pause(fixture->sup, handle));
    supervisor_cancel(fixture->sup, handle);
    RunResult result = wait_for(fixture);
    assert_int_equal(result.end, RUN_CANCELLED);
    run_result_deinit(&result);
  }
  RunRequest request = request_for(fixture, "hang", "", words);
  supervisor_pause(fixture->sup, supervisor_start(fixture->sup, &request));
  supervisor_cancel_all(fixture->sup);
  RunResult result = wait_for(fixture);
  run_result_deinit(&result);
}

static void test_cpu_limit(void **state)
{
  RunLimits limits = {.cpu_ns = 100 * MS, .wall_ns = 20000 * MS};
  RunResult r = run_fake(*state, "spin", "20000", limits);
  assert_int_equal(r.end, RUN_CPU_LIMIT);
  assert_true(r.cpu_ns >= 100 * MS && r.cpu_ns < 2000 * MS);
  run_result_deinit(&r);
  /* Time that children use counts, while they run and afterwards. */
  r = run_fake(*state, "spin-children", "20000", limits);
  assert_int_equal(r.end, RUN_CPU_LIMIT);
  run_result_deinit(&r);
  r = run_fake(*state, "spin-children", "50", (RunLimits){0});
  assert_int_equal(r.end, RUN_EXITED);
  assert_true(r.cpu_ns >= 95 * MS && r.cpu_ns < 1000 * MS);
  run_result_deinit(&r);
}

static void test_memory_limit(void **state)
{
  RunLimits limits = {.memory_bytes = 100 * MIB, .wall_ns = 20000 * MS};
  RunResult r = run_fake(*state, "leak", "", limits);
  assert_int_equal(r.end, RUN_MEMORY_LIMIT);
  assert_true(r.peak_bytes > 100 * MIB && r.peak_bytes < 1500 * MIB);
  run_result_deinit(&r);
  r = run_fake(*state, "leak-child", "", limits);
  assert_int_equal(r.end, RUN_MEMORY_LIMIT);
  run_result_deinit(&r);
  /* Five processes that share 60 MiB do not use 300. */
  r = run_fake(*state, "share", "60", limits);
  assert_int_equal(r.end, RUN_SIGNALLED);
  assert_true(r.peak_bytes >= 60 * MIB && r.peak_bytes < 100 * MIB);
  assert_false(r.peak_exact);
  run_result_deinit(&r);
  /* mmap fails, nothing else happens. */
  r = run_fake(*state, "grow", "200", (RunLimits){.address_space_bytes = 100 * MIB});
  assert_int_equal(r.exit_code, 8);
  run_result_deinit(&r);
}

/* The kernel's record of a child's peak includes ours at its start, so both cases need a look. */
static void test_peak(void **state)
{
  RunResult r = run_fake(*state, "grow", "450", (RunLimits){0});
  assert_true(r.peak_bytes >= 450 * MIB && r.peak_bytes < 460 * MIB);
  assert_true(r.peak_exact);
  run_result_deinit(&r);
  size_t size = 100 * MIB;
  char *large = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(large != MAP_FAILED);
  memset(large, 1, size);
  r = run_fake(*state, "grow", "50", (RunLimits){0});
  munmap(large, size);
  assert_true(r.peak_bytes >= 50 * MIB && r.peak_bytes < 60 * MIB);
  assert_false(r.peak_exact);
  run_result_deinit(&r);
}

static void test_output_limit(void **state)
{
  RunLimits limits = {.stdout_bytes = 100000, .stderr_bytes = 50000, .wall_ns = 20000 * MS};
  RunResult r = run_fake(*state, "flood-out", "", limits);
  assert_int_equal(r.end, RUN_OUTPUT_LIMIT);
  assert_int_equal(r.out.length, 100000);
  assert_true(r.out.cut && !r.out.complete);
  assert_true(r.wall_ns < SOON);
  run_result_deinit(&r);
  limits.grace_ns = 100 * MS;
  r = run_fake(*state, "flood-err", "", limits);
  assert_int_equal(r.end, RUN_OUTPUT_LIMIT);
  assert_int_equal(r.err.length, 50000);
  assert_true(r.err.cut && !r.out.cut);
  run_result_deinit(&r);
  r = run_fake(*state, "garbage", "", limits);
  assert_int_equal(r.end, RUN_OUTPUT_LIMIT);
  run_result_deinit(&r);
  limits.stdout_bytes = 3; /* of 4 */
  r = run_fake(*state, "sat", "", limits);
  assert_int_equal(r.end, RUN_OUTPUT_LIMIT);
  assert_string_equal(r.out.bytes, "sat");
  run_result_deinit(&r);
  limits.stdout_bytes = 4;
  r = run_fake(*state, "sat", "", limits);
  assert_int_equal(r.end, RUN_EXITED);
  assert_true(r.out.complete);
  run_result_deinit(&r);
}

static void test_strays(void **state)
{
  Fixture *fixture = *state;
  static const char *const ways[] = {"plain", "setsid", "double", "closed", "flood", "disguised"};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    RunResult r = run_fake(fixture, "orphan", ways[i], (RunLimits){.wall_ns = 20000 * MS});
    assert_int_equal(r.exit_code, 0);
    assert_int_equal(r.strays_killed, 1);
    assert_false(r.strays_left);
    if (strcmp(ways[i], "flood") != 0) assert_string_equal(r.out.bytes, "sat\n");
    assert_true(r.wall_ns < SOON);
    assert_int_equal(leftovers_processes(fixture->tag), 0);
    run_result_deinit(&r);
  }
  /* One whose parent lives on, with a limit; and one that has ended by then. */
  RunResult r = run_fake(fixture, "orphan", "hang", (RunLimits){.wall_ns = 100 * MS});
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_int_equal(r.strays_killed, 1);
  run_result_deinit(&r);
  r = run_fake(fixture, "orphan", "brief", (RunLimits){0});
  assert_int_equal(r.end, RUN_EXITED);
  run_result_deinit(&r);
}

/* What changes the limit that is its mark is still counted: as few may as lower it, and root may take it off. */
static void test_disguised(void **state)
{
  static const char *const ways[] = {"spin-disguised", "spin-unmarked"};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    RunResult r =
        run_fake(*state, "orphan", ways[i], (RunLimits){.cpu_ns = 300 * MS, .wall_ns = 15000 * MS});
    assert_int_equal(r.end, RUN_CPU_LIMIT);
    assert_false(r.strays_left);
    run_result_deinit(&r);
  }
}

static void test_bomb(void **state)
{
  RunResult r = run_fake(*state, "bomb", "", (RunLimits){.wall_ns = 300 * MS});
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
  RunResult r = run_fake(*state, "orphan", "setsid", (RunLimits){0});
  assert_int_equal(r.strays_killed, 1);
  run_result_deinit(&r);
  assert_int_equal(waitpid(other, NULL, WNOHANG), 0);
  kill(other, SIGKILL);
  assert_int_equal(waitpid(other, NULL, 0), other);
}

static void test_input(void **state)
{
  Fixture *fixture = *state;
  size_t length = 3000000;
  char *text = malloc(length + 1);
  for (size_t i = 0; i < length; i++) text[i] = (char)('a' + i % 23);
  text[length] = '\0';
  const char *words[5];
  RunRequest request = request_for(fixture, "copy", "", words);
  request.input = RUN_INPUT_STDIN;
  request.bytes = text;
  request.length = length;
  RunResult r = run_request(fixture, &request);
  assert_int_equal(r.out.length, length);
  assert_memory_equal(r.out.bytes, text, length);
  run_result_deinit(&r);
  words[1] = "copy-file";
  words[2] = RUN_INPUT_PATH;
  request.input = RUN_INPUT_FILE;
  r = run_request(fixture, &request);
  assert_int_equal(r.out.length, length);
  assert_memory_equal(r.out.bytes, text, length);
  run_result_deinit(&r);
  free(text);
  words[1] = "copy";
  request.input = RUN_INPUT_NONE;
  r = run_request(fixture, &request);
  assert_string_equal(r.out.bytes, "");
  run_result_deinit(&r);
  request.input = RUN_INPUT_PATH_STDIN;
  request.input_path = "/proc/self/comm";
  r = run_request(fixture, &request);
  assert_non_null(strstr(r.out.bytes, "test_run"));
  run_result_deinit(&r);
}

static void test_surroundings(void **state)
{
  Fixture *fixture = *state;
  const char *words[5];
  const char *changes[] = {"FAKE_ADDED=x=1", "FAKE_REMOVED", NULL};
  RunRequest request = request_for(fixture, "report", "", words);
  request.environment = changes;
  request.directory = "/proc";
  request.limits.open_files = 50;
  setenv("FAKE_REMOVED", "1", 1);
  setenv("FAKE_ADDED", "0", 1);
  int leaky = open("/dev/null", O_RDONLY); /* not close-on-exec, on purpose */
  signal(SIGPIPE, SIG_IGN);
  RunResult r = run_request(fixture, &request);
  signal(SIGPIPE, SIG_DFL);
  close(leaky);
  assert_string_equal(r.out.bytes,
                      "ignored 0 blocked 0 descriptors 3 leader 1 files 50 directory /proc\n"
                      "added x=1 removed -\n");
  run_result_deinit(&r);
}

static void test_closed_standard_descriptors(void **state)
{
  Fixture *fixture = *state;
  int in = dup(0), out = dup(1);
  const char *words[5];
  RunRequest request = request_for(fixture, "copy-file", RUN_INPUT_PATH, words);
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
  RunResult r = wait_for(fixture);
  assert_string_equal(r.out.bytes, "text\n");
  run_result_deinit(&r);
}

static void test_cancel(void **state)
{
  Fixture *fixture = *state;
  const char *words[5];
  RunEvent event;
  RunRequest request = request_for(fixture, "answer-hang", "", words);
  RunHandle one = supervisor_start(fixture->sup, &request);
  for (int i = 0; i < 5; i++) supervisor_start(fixture->sup, &request);
  assert_int_equal(supervisor_wait(fixture->sup, 300 * MS, &event), RUN_EVENT_NONE);
  supervisor_cancel(fixture->sup, one);
  RunResult r = wait_for(fixture);
  assert_true(r.handle == one);
  assert_int_equal(r.end, RUN_CANCELLED);
  run_result_deinit(&r);
  supervisor_cancel(fixture->sup, one);
  assert_int_equal(supervisor_pending(fixture->sup), 5);
  supervisor_cancel_all(fixture->sup);
  for (int i = 0; i < 5; i++) {
    r = wait_for(fixture);
    assert_int_equal(r.end, RUN_CANCELLED);
    assert_string_equal(r.out.bytes, "sat\n");
    run_result_deinit(&r);
  }
}

static void test_wake(void **state)
{
  Fixture *fixture = *state;
  RunEvent event;
  const char *words[5];
  RunRequest request = request_for(fixture, "hang", "", words);
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
  RunResult r = wait_for(fixture);
  run_result_deinit(&r);
  assert_int_equal(supervisor_wait(fixture->sup, SUPERVISOR_FOREVER, &event), RUN_EVENT_NONE);
}

static void on_harmless_signal(int number)
{
  (void)number;
}

/* In a process of its own: runs `fake sleep` for `run_ms` with a limit of wall time. Exits with how the run ended, or 100. */
static pid_t fork_supervised(const Fixture *fixture, const char *run_ms, uint64_t wall_ns)
{
  const char *words[5];
  RunRequest request = request_for(fixture, "sleep", run_ms, words);
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

/* How many programs there are, once there are as many as wanted. */
static int await_running(const Fixture *fixture, int wanted)
{
  uint64_t end = clock_monotonic_ns() + LATE;
  int count;
  while ((count = leftovers_processes(fixture->tag)) < wanted && clock_monotonic_ns() < end)
    usleep(1000);
  return count;
}

/* How many are left, at last none. */
static int await_end(const Fixture *fixture)
{
  uint64_t end = clock_monotonic_ns() + LATE;
  int count;
  while ((count = leftovers_processes(fixture->tag)) > 0 && clock_monotonic_ns() < end)
    usleep(1000);
  return count;
}

/* Ctrl-Z and fg: the time in between is nobody's. */
static void test_stopped_and_continued(void **state)
{
  int status;
  pid_t child = fork_supervised(*state, "5000", 4000 * MS);
  assert_int_equal(await_running(*state, 1), 1);
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
  Fixture *fixture = *state;
  const char *words[5];
  RunRequest request = request_for(fixture, "stubborn", "", words);
  request.limits.wall_ns = 300 * MS;
  supervisor_start(fixture->sup, &request);
  for (int i = 0; i < 10; i++) supervisor_step(fixture->sup, 0);
  RunResult r = wait_for(fixture);
  assert_int_equal(r.end, RUN_WALL_LIMIT);
  assert_true(r.wall_ns >= 300 * MS && r.wall_ns < SOON);
  run_result_deinit(&r);
}

/* Nor is what passed before a run began. */
static void test_late_look(void **state)
{
  Fixture *fixture = *state;
  const char *words[5], *others[5];
  RunRequest request = request_for(fixture, "stubborn", "", words);
  RunHandle old = supervisor_start(fixture->sup, &request);
  usleep(3000000);
  request = request_for(fixture, "sat", "", others);
  supervisor_start(fixture->sup, &request);
  RunResult r = wait_for(fixture);
  assert_string_equal(r.out.bytes, "sat\n");
  assert_true(r.wall_ns < SOON);
  run_result_deinit(&r);
  supervisor_cancel(fixture->sup, old);
  r = wait_for(fixture);
  run_result_deinit(&r);
}

static void test_harmless_signals(void **state)
{
  int status;
  pid_t child = fork_supervised(*state, "300", 0);
  assert_int_equal(await_running(*state, 1), 1);
  for (int i = 0; i < 5; i++) {
    kill(child, SIGUSR1);
    usleep(20000);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), RUN_EXITED);
}

/* Destroying kills what runs; killing us does, too. */
static void test_our_own_end(void **state)
{
  Fixture *fixture = *state;
  const char *words[5];
  RunRequest request = request_for(fixture, "stubborn", "", words);
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
  int running = await_running(fixture, 2);
  kill(child, SIGKILL);
  assert_int_equal(await_end(fixture), 0);
  assert_int_equal(running, 2);
  leftovers_reap(&fixture->sup->family); /* this process got the dead ones */
  Supervisor *sup;
  Error error;
  assert_int_equal(supervisor_create(&sup, &error), STATUS_OK);
  request = request_for(fixture, "orphan", "hang", words);
  supervisor_start(sup, &request);
  request = request_for(fixture, "stubborn", "", words);
  supervisor_start(sup, &request);
  supervisor_destroy(sup);
}

/* What programs have started is killed with us as well. */
static void check_end_of_descendants(const Fixture *fixture, const char *how)
{
  const char *words[5];
  RunRequest request = request_for(fixture, "orphan", how, words);
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
    while (leftovers_processes(fixture->tag) < 2 || (!sup->watchdog.pid && !is_enclosed(sup)))
      supervisor_wait(sup, 10 * MS, &event);
    (void)!write(ready[1], "", 1);
    supervisor_wait(sup, SUPERVISOR_FOREVER, &event);
    _exit(0);
  }
  char byte;
  assert_int_equal(read(ready[0], &byte, 1), 1);
  int running = leftovers_processes(fixture->tag);
  kill(child, SIGKILL);
  assert_int_equal(await_end(fixture), 0);
  assert_int_equal(running, 2);
  leftovers_reap(&fixture->sup->family);
  close(ready[0]);
  close(ready[1]);
}

static void test_our_end_ends_descendants(void **state)
{
  const Fixture *fixture = *state;
  check_end_of_descendants(fixture, "hang");
  if (is_enclosed(fixture->sup)) check_end_of_descendants(fixture, "hang-double-closed-disguised");
}

/* Two forks, a session of its own, no descriptor, another mark: nothing that ties it to the run is left. */
static void test_escape(void **state)
{
  static const char *const ways[] = {"double-closed-disguised", "double-closed-unmarked"};
  const Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    if (i == 1 && !is_enclosed(fixture->sup)) continue; /* root may take its mark off */
    RunResult r = run_fake(*state, "orphan", ways[i], (RunLimits){.wall_ns = 15000 * MS});
    assert_int_equal(r.end, RUN_EXITED);
    assert_string_equal(r.out.bytes, "sat\n");
    assert_true(r.strays_killed >= 1);
    assert_false(r.strays_left);
    assert_int_equal(leftovers_processes(fixture->tag), 0);
    run_result_deinit(&r);
  }
}

/* A supervisor below another one: no marks there. */
static void test_nested(void **state)
{
  Fixture *fixture = *state;
  pid_t child = fork();
  if (child == 0) {
    struct rlimit locks = {1000, 1000};
    const char *words[5];
    RunResult result;
    Error error;
    if (setrlimit(RLIMIT_LOCKS, &locks) != 0) _exit(1);
    RunRequest request = request_for(fixture, "orphan", "plain", words);
    if (run_one(&request, &result, &error) != STATUS_OK) _exit(2);
    _exit(result.end == RUN_EXITED && result.strays_killed == 1 ? 0 : 3);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}

static void test_many(void **state)
{
  enum { RUNS = 5000, AT_ONCE = 64 };
  Fixture *fixture = *state;
  const char *words[5];
  RunRequest request = request_for(fixture, "sat", "", words);
  request.limits = (RunLimits){.wall_ns = 60000 * MS, .memory_bytes = 1000 * MIB};
  int started = 0;
  for (; started < AT_ONCE; started++) supervisor_start(fixture->sup, &request);
  for (int finished = 0; finished < RUNS; finished++) {
    RunResult r = wait_for(fixture);
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
  Fixture *fixture = *state;
  int numbers[RUNS];
  for (int i = 0; i < RUNS; i++) {
    const char *words[5];
    numbers[i] = i % KINDS;
    RunRequest request =
        request_for(fixture, kinds[i % KINDS].mode, kinds[i % KINDS].argument, words);
    bool hangs = kinds[i % KINDS].end == RUN_WALL_LIMIT; /* the others may take their time */
    request.limits = (RunLimits){.wall_ns = (hangs ? 1500 : 60000) * MS,
                                 .grace_ns = 100 * MS,
                                 .stdout_bytes = MIB,
                                 .memory_bytes = 500 * MIB};
    request.user = &numbers[i];
    supervisor_start(fixture->sup, &request);
  }
  for (int i = 0; i < RUNS; i++) {
    RunResult r = wait_for(fixture);
    int kind = *(int *)r.user;
    assert_int_equal(r.end, kinds[kind].end);
    assert_int_equal(r.strays_killed, kinds[kind].strays);
    run_result_deinit(&r);
  }
}

static void test_run_one(void **state)
{
  Fixture *fixture = *state;
  const char *words[5];
  RunResult r;
  Error error;
  RunRequest request = request_for(fixture, "lie", "", words);
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
  Fixture *fixture = *state;
  Called called = {.code = 5};
  RunEvent event;
  supervisor_start(fixture->sup, &(RunRequest){.call = speak, .call_user = &called});
  assert_int_equal(supervisor_wait(fixture->sup, SOON, &event), RUN_EVENT_FINISHED);
  assert_int_equal(event.result.end, RUN_EXITED);
  assert_int_equal(event.result.exit_code, 5);
  assert_int_equal(called.descriptors, 0);
  assert_non_null(strstr(event.result.out.bytes, "descriptors"));
  assert_true(atoi(event.result.out.bytes) <= 6); /* 0, 1, 2, the folder, and its two dots */
  run_result_deinit(&event.result);
  called.crash = true;
  supervisor_start(fixture->sup, &(RunRequest){.call = speak, .call_user = &called});
  assert_int_equal(supervisor_wait(fixture->sup, SOON, &event), RUN_EVENT_FINISHED);
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
  Fixture *fixture = *state;
  RunEvent event;
  supervisor_start(fixture->sup, &(RunRequest){.call = wait_long, .limits.grace_ns = SOON});
  supervisor_cancel_all(fixture->sup);
  assert_int_equal(supervisor_wait(fixture->sup, SOON, &event), RUN_EVENT_FINISHED);
  assert_int_equal(event.result.end, RUN_CANCELLED);
  run_result_deinit(&event.result);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)

/* usage: test_supervisor [marks]: without namespaces, which is the fall-back everywhere; else as this machine allows it. */
int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      TEST(answers),
      TEST(exit_codes),
      TEST(crashes),
      TEST(not_started),
      TEST(no_descriptors),
      TEST(wall_limit),
      TEST(pause),
      TEST(a_paused_run_can_be_ended),
      TEST(grace),
      TEST(cpu_limit),
      TEST(memory_limit),
      TEST(peak),
      TEST(output_limit),
      TEST(strays),
      TEST(disguised),
      TEST(escape),
      TEST(bomb),
      TEST(others_are_left_alone),
      TEST(input),
      TEST(surroundings),
      TEST(closed_standard_descriptors),
      TEST(cancel),
      TEST(wake),
      TEST(stopped_and_continued),
      TEST(looking_takes_no_time),
      TEST(late_look),
      TEST(harmless_signals),
      TEST(our_own_end),
      TEST(our_end_ends_descendants),
      TEST(nested),
      TEST(many),
      TEST(mixture),
      TEST(run_one),
      TEST(call),
      TEST(call_cancelled),
  };
  if (argc > 1) setenv("ASSAY_SUPERVISION", argv[1], 1);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
