/* --isolate: what solvers see, what they cannot do, and how they end. Each test is run as this user and, if that is root,
 * as an ordinary one, too. Skipped where the kernel allows no user namespaces. */
#include "testing.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "support/expect.h"
#include "support/leftovers.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define SOON UINT64_C(20000000000)

static char tag[64];

static int set_up(void **state)
{
  snprintf(tag, sizeof tag, "isolated-%d", (int)getpid());
  if (scratch_set_up(state) || chdir(scratch_folder())) return 1;
  scratch_write("q.smt2", "(set-logic QF_LIA)\n(check-sat)\n");
  return chmod(".", 0755);
}

/* The command line of assay, as an ordinary user if `ordinary`. The array is overwritten by the next call. */
static const char *const *command_of(bool ordinary, const char *const *words)
{
  static const char *all[40];
  static const char *const user[] = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  size_t count = 0;
  for (size_t i = 0; ordinary && i < sizeof user / sizeof *user; i++) all[count++] = user[i];
  all[count++] = assay_program();
  while (*words) all[count++] = *words++;
  all[count] = NULL;
  return all;
}

#define ASSAY(ordinary, ...)                                                                       \
  run_command_with(command_of(ordinary, (const char *[]){__VA_ARGS__, NULL}),                      \
                   (CommandSettings){.timeout_ms = 60000})

static const char *act(const char *steps)
{
  static char command[2048];
  snprintf(command, sizeof command, "%s %s", getenv("ASSAY_FAKE"), steps);
  return command;
}

static bool is_possible(bool ordinary)
{
  if (ordinary && geteuid() != 0) return false;
  CommandResult result = ASSAY(ordinary, "run", "--isolate", act("act 'out:sat\n'"), "q.smt2");
  bool refused = result.exit_code == 3 && strstr(result.err, "cannot be isolated here");
  if (!refused) expect_parts(&result, 0, "q.smt2: sat", "");
  command_result_free(&result);
  return !refused;
}

/* The test for both users; skipped if neither can isolate. */
static void for_users(void (*test)(bool ordinary))
{
  bool tried = false;
  for (int ordinary = 0; ordinary < 2; ordinary++) {
    if (!is_possible(ordinary)) continue;
    test(ordinary);
    tried = true;
  }
  if (!tried) {
    print_message("the kernel allows no user namespaces here\n");
    skip();
  }
}

/* --- what it sees --- */

/* Answers sat if everything is as it should be, and says what is not. */
static const char explorer[] =
    "#!/bin/sh\n"
    "wrong() { echo \"(error \\\"$1\\\")\"; exit 1; }\n"
    "[ -r \"$1\" ] || wrong 'no input'\n"
    "[ -r q.smt2 ] || wrong 'another folder'\n"
    "echo x > here\n" /* below /tmp, so that it may succeed; nobody sees it */
    "touch /usr/here 2>/dev/null && wrong 'writes to the system'\n"
    "touch \"$HOME/here\" 2>/dev/null && wrong 'writes home'\n"
    "echo x > /tmp/assay-isolated-test || wrong 'no scratch folder'\n"
    "[ \"$TMPDIR\" = /tmp ] || wrong 'no TMPDIR'\n"
    "grep -v -e lo: -e '|' /proc/net/dev && wrong 'a network'\n"
    "[ $$ -lt 10 ] || wrong 'other processes'\n"
    "[ -e /dev/sda -o -e /dev/vda -o -e /dev/mem ] && wrong 'devices'\n"
    "[ -z \"$(ls /run)\" ] || wrong 'services'\n"
    "grep -q 'CapEff:.0000000000000000' /proc/self/status || wrong 'rights'\n"
    "mount -o remount,rw / 2>/dev/null && wrong 'mounts'\n"
    "echo x > /proc/sys/kernel/domainname 2>/dev/null && wrong 'settings of the kernel'\n"
    "echo hello > /dev/null || wrong 'no /dev/null'\n"
    "echo sat\n";

static void check_view(bool ordinary)
{
  CommandResult result = ASSAY(ordinary, "run", "--isolate", "-a", "./explore.sh", "q.smt2");
  expect_parts(&result, 0, "q.smt2: sat\n", "");
  command_result_free(&result);
  assert_int_not_equal(access("/tmp/assay-isolated-test", F_OK), 0);
  assert_false(scratch_has("here"));
}

static void test_view(void **state)
{
  (void)state;
  scratch_write("explore.sh", explorer);
  chmod("explore.sh", 0755);
  for_users(check_view);
}

/* --- how it ends --- */

static void check_ends(bool ordinary)
{
  expect(ASSAY(ordinary, "run", "--isolate", "-a", act("act crash:segv"), "q.smt2"), 1,
         "crash: Segmentation fault", "");
  expect(ASSAY(ordinary, "run", "--isolate", act("exit 7"), "q.smt2"), 1, "exit code 7", "");
  expect(ASSAY(ordinary, "run", "--isolate", "-a", "-t", "300ms", act("hang"), "q.smt2"), 0,
         "q.smt2: timeout\n", "");
  expect(ASSAY(ordinary, "run", "--isolate", "-a", "-t", "300ms", act("stubborn"), "q.smt2"), 0,
         "q.smt2: timeout\n", "");
  expect(ASSAY(ordinary, "run", "--isolate", "-a", "--memory", "100M", act("leak"), "q.smt2"), 0,
         "q.smt2: memory\n", "");
}

static void test_ends(void **state)
{
  (void)state;
  for_users(check_ends);
}

/* Whoever hides, and from whatever parent, is gone with the run, and what it did counts. */
static void check_nothing_left(bool ordinary)
{
  static const char *const ways[] = {"setsid", "double", "disguised"};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    char steps[128];
    snprintf(steps, sizeof steps, "orphan %s %s", ways[i], tag);
    CommandResult result = ASSAY(ordinary, "run", "--isolate", act(steps), "q.smt2");
    command_result_free(&result);
    assert_int_equal(leftovers_processes(tag), 0);
  }
  CommandResult result = ASSAY(ordinary, "run", "--isolate", "--json", "-t", "2s",
                               act("orphan spin-unmarked"), "q.smt2");
  json_t *object = json_loads(result.out, 0, NULL);
  assert_true(json_real_value(json_object_get(object, "cpu_seconds")) > 0.05);
  json_decref(object);
  command_result_free(&result);
}

static void test_nothing_left(void **state)
{
  (void)state;
  for_users(check_nothing_left);
}

/* The kernel ends everything with us, also what has taken off every mark. */
static void check_our_end(bool ordinary)
{
  char steps[128];
  snprintf(steps, sizeof steps, "orphan spin-unmarked %s", tag);
  const char *const *words =
      command_of(ordinary, (const char *[]){"run", "--isolate", act(steps), "q.smt2", NULL});
  pid_t child = fork();
  if (child == 0) {
    char *const *argv;
    memcpy(&argv, &words, sizeof argv);
    execvp(argv[0], argv);
    _exit(127);
  }
  uint64_t end = clock_monotonic_ns() + SOON;
  while (leftovers_processes(tag) < 3 && clock_monotonic_ns() < end) usleep(1000);
  kill(child, SIGKILL);
  assert_int_equal(waitpid(child, NULL, 0), child);
  while (leftovers_processes(tag) > 0 && clock_monotonic_ns() < end) usleep(1000);
  assert_int_equal(leftovers_processes(tag), 0);
}

static void test_our_end(void **state)
{
  (void)state;
  for_users(check_our_end);
}

/* --- commands --- */

static void check_campaign(bool ordinary)
{
  if (!ordinary) {
    expect(ASSAY(false, "fuzz", "--isolate", "--objective", "bugs", "--logic", "QF_LIA", "-s",
                 "z3,cvc5", "--inputs", "2", "--candidates", "1", "--unrestricted", "--no-reduce",
                 "--out", "campaign"),
           0, "2 inputs", "");
    expect(ASSAY(false, "replay", "campaign", "--input", "1"), 0, "all solvers do what they did",
           "");
  }
  expect(ASSAY(ordinary, "vote", "--isolate", "-s", "z3,cvc5", "q.smt2"), 0, "0 findings", "");
  expect(ASSAY(ordinary, "solve", "--isolate", "-s", "z3,cvc5", "q.smt2"), 0, "sat\n", "");
}

static void test_commands(void **state)
{
  (void)state;
  for_users(check_campaign);
  expect(ASSAY(false, "solve", "--isolate", "--box", "x.c", "q.smt2"), 2, "", "not isolated");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_view),         cmocka_unit_test(test_ends),
      cmocka_unit_test(test_nothing_left), cmocka_unit_test(test_our_end),
      cmocka_unit_test(test_commands),
  };
  return cmocka_run_group_tests_name("cli_isolate", tests, set_up, scratch_tear_down);
}
