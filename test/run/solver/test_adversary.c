/* Solvers that do harm (test/fake/adversary.c), and what must come of each: the outcome, in time, with nothing left running and
 * no file left. */
#include "testing.h"

#include <dirent.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/process/supervisor.h"
#include "support/expect.h"
#include "support/leftovers.h"
#include "support/run_command.h"
#include "support/scratch.h"

/* SHORT is for what meets the limit; SECONDS is when the rest must be over, on a machine that is very busy. */
enum { SHORT_MS = 300, LONG_MS = 50000, SECONDS = 40, BREATH_MS = 20000 };

typedef struct {
  const char *kind;    /* with its arguments */
  const char *outcome; /* NULL: none is printed */
  bool is_short;       /* the limit of time is SHORT_MS */
  int exit_code;       /* of assay; -1: a signal ended it */
} Adversary;

static const Adversary ADVERSARIES[] = {
    /* what they print */
    {"flood_output", "flood", false, 1},
    {"flood_errors", "flood", false, 1},
    {"flood_after_answer", "flood", false, 1},
    {"large_errors", "flood", false, 1},
    {"large_model", "flood", false, 1},
    {"deep_answer", "sat", false, 0},
    {"nul_bytes", "no answer", false, 1},
    {"nul_after_answer", "sat", false, 0},
    {"garbage", "no answer", false, 1},
    {"escapes", "no answer", false, 1},
    {"two_answers", "no answer", false, 1},
    {"half_answer", "no answer", false, 1},
    {"say_nothing", "no answer", false, 1},
    {"no_line_end", "unsat", false, 0},
    {"carriage_return", "unsat", false, 0},
    {"answer_of_error", "error", false, 1},
    {"close_everything", "no answer", false, 1},
    /* when */
    {"hang", "timeout", true, 0},
    {"drip", "timeout", true, 0},
    {"late", "timeout", true, 0},
    {"answer_and_hang", "timeout", true, 0},
    {"answer_at_end", "timeout", true, 0},
    {"answer_and_crash", "crash", false, 1},
    {"close_output", "timeout", true, 0},
    /* processes */
    {"leave_child", "sat", false, 0},
    {"leave_grandchild", "sat", false, 0},
    {"new_session", "sat", false, 0},
    {"escape", "sat", false, 0},
    {"escape_and_hang", "timeout", true, 0},
    {"hold_pipe", "sat", false, 0},
    {"shell_background", "sat", false, 0},
    {"bomb", "timeout", true, 0},
    {"breed", "no answer", false, 1},
    {"threads", "timeout", true, 0},
    {"start_again", "sat", false, 0},
    {"reap_others", "sat", false, 0},
    {"odd_name", "memory", false, 0},
    {"hidden", "memory", false, 0},
    {"stop_itself", "timeout", true, 0},
    {"stop_children", "sat", false, 0},
    {"stop_group", "timeout", true, 0},
    /* signals */
    {"ignore_end", "timeout", true, 0},
    {"ignore_all", "timeout", true, 0},
    {"signal_group", "killed", false, 3},
    {"signal_parent 10", "sat", false, 0}, /* SIGUSR1 */
    {"signal_parent 12", "sat", false, 0}, /* SIGUSR2 */
    {"signal_parent 14", "sat", false, 0}, /* SIGALRM */
    {"signal_parent 16", "sat", false, 0}, /* SIGSTKFLT */
    {"signal_parent 17", "sat", false, 0}, /* SIGCHLD */
    {"signal_parent 25", "sat", false, 0}, /* SIGXFSZ */
    {"signal_parent 29", "sat", false, 0}, /* SIGIO */
    {"signal_parent 34", "sat", false, 0}, /* SIGRTMIN */
    {"signal_parent 64", "sat", false, 0}, /* SIGRTMAX */
    {"signal_parent 15", "", false, 3}, /* SIGTERM: an end in order, whatever the run has come to */
    {"signal_parent 2", "", false, 3},  /* SIGINT */
    {"signal_parent 1", "", false, 3},  /* SIGHUP */
    {"signal_parent 9", NULL, false, -1}, /* SIGKILL */
    /* limits */
    {"eat", "memory", false, 0},
    {"eat_in_child", "memory", false, 0},
    {"eat_in_many", "memory", false, 0},
    {"reserve", "sat", false, 0},
    {"spin", "timeout", true, 0},
    {"raise_limits", "timeout", true, 0},
    {"lower_limits", "sat", false, 0},
    {"open_everything", "sat", false, 0},
    /* files */
    {"remove_folder", "sat", false, 0},
    {"dump_core", "crash", false, 1},
    {"fill_disk", "sat", false, 0},
    /* exit codes: those of a signal are a crash where the signal would be, others mean nothing */
    {"exit_with 1", "no answer", false, 1},
    {"exit_with 2", "no answer", false, 1},
    {"exit_with 10", "no answer", false, 1},
    {"exit_with 20", "no answer", false, 1},
    {"exit_with 101", "no answer", false, 1},
    {"exit_with 124", "no answer", false, 1},
    {"exit_with 126", "no answer", false, 1},
    {"exit_with 127", "no answer", false, 1},
    {"exit_with 134", "crash", false, 1},
    {"exit_with 137", "no answer", false, 1},
    {"exit_with 139", "crash", false, 1},
    {"exit_with 255", "no answer", false, 1},
};

static char tag[40];

static int set_up(void **state)
{
  snprintf(tag, sizeof tag, "adversary-%d", (int)getpid());
  if (scratch_set_up(state) != 0) return -1;
  scratch_write("in.smt2", "(check-sat)\n");
  return mkdir(scratch_path("tmp"), 0700);
}

/* Files in a folder; none if it is gone. */
static int files_in(const char *path)
{
  int count = 0;
  DIR *folder = opendir(path);
  if (!folder) return 0;
  for (const struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

/* What was killed needs a moment to be gone, if assay itself was. */
static int processes_left(void)
{
  uint64_t start = clock_monotonic_ns();
  int left = leftovers_processes(tag);
  while (left > 0 && clock_monotonic_ns() - start < BREATH_MS * UINT64_C(1000000)) {
    usleep(2000);
    left = leftovers_processes(tag);
  }
  return left;
}

static void check_outcome(const Adversary *adversary, const CommandResult *result)
{
  json_error_t problem;
  json_t *root = json_loads(result->out, JSON_DISABLE_EOF_CHECK, &problem);
  if (!root) fail_msg("%s: '%s' is not JSON: %s", adversary->kind, result->out, problem.text);
  const char *outcome = json_string_value(json_object_get(root, "outcome"));
  if (!outcome || (*adversary->outcome && strcmp(outcome, adversary->outcome) != 0))
    fail_msg("%s: '%s' where '%s' is expected: %s%s", adversary->kind, outcome ? outcome : "",
             adversary->outcome, result->out, result->err);
  json_decref(root);
}

static void meet(const Adversary *adversary)
{
  char solver[4096], temporary[4200], folder[4096], limit[20];
  snprintf(folder, sizeof folder, "%s", scratch_path("folder"));
  snprintf(temporary, sizeof temporary, "TMPDIR=%s", scratch_path("tmp"));
  snprintf(limit, sizeof limit, "%dms", adversary->is_short ? SHORT_MS : LONG_MS);
  snprintf(solver, sizeof solver, "%s %s %s", getenv("ASSAY_ADVERSARY"), adversary->kind, tag);
  /* In a namespace it has no parent that it could name. */
  const char *way = strstr(adversary->kind, "parent") ? "ASSAY_SUPERVISION=marks" : NULL;
  assert_int_equal(mkdir(folder, 0700), 0);
  uint64_t start = clock_monotonic_ns();
  CommandResult result = run_command_with(
      (const char *[]){assay_program(), "run", "--json", "--timeout", limit, "--memory", "64M",
                       "--output-limit", "2M", solver, scratch_path("in.smt2"), NULL},
      (CommandSettings){.directory = folder,
                        .environment = (const char *const[]){temporary, way, NULL},
                        .timeout_ms = SECONDS * 1000});
  uint64_t seconds = (clock_monotonic_ns() - start) / 1000000000;
  if (result.timed_out) fail_msg("%s: not over after %d s", adversary->kind, SECONDS);
  if (result.exit_code != adversary->exit_code)
    fail_msg("%s: exit code %d, signal %d after %d s: %s%s", adversary->kind, result.exit_code,
             result.signal, (int)seconds, result.out, result.err);
  if (adversary->outcome) check_outcome(adversary, &result);
  command_result_free(&result);
  if (processes_left() > 0) fail_msg("%s: something keeps running", adversary->kind);
  if (files_in(folder) > 0 || files_in(scratch_path("tmp")) > 0)
    fail_msg("%s: a file is left", adversary->kind);
  rmdir(folder);
}

static void test_adversaries(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof ADVERSARIES / sizeof *ADVERSARIES; i++) meet(&ADVERSARIES[i]);
}

static bool has_namespace(void)
{
  Supervisor *sup;
  Error error;
  assert_int_equal(supervisor_create(&sup, &error), STATUS_OK);
  bool has = supervisor_supervision(sup, NULL) == SUPERVISION_NAMESPACE;
  supervisor_destroy(sup);
  return has;
}

/* What has cut all ties ends with assay, however that ends, where the kernel gives a namespace. */
static void test_nothing_outlives_us(void **state)
{
  static const char *const signals[] = {"HUP", "TERM", "KILL"};
  (void)state;
  if (!has_namespace()) skip();
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    char solver[4096];
    snprintf(solver, sizeof solver, "%s escape_and_hang %s", getenv("ASSAY_ADVERSARY"), tag);
    CommandResult result = run_command_with(
        (const char *[]){"timeout", "-s", signals[i], "2", assay_program(), "run", "--timeout",
                         "50s", solver, scratch_path("in.smt2"), NULL},
        (CommandSettings){.timeout_ms = SECONDS * 1000});
    command_result_free(&result);
    if (processes_left() > 0) fail_msg("SIG%s: something keeps running", signals[i]);
  }
}

/* A solver that ends others is not seen by second runs: nobody is blamed for what it did. */
static void test_others_are_not_blamed(void **state)
{
  char solvers[8192];
  (void)state;
  if (!has_namespace()) skip();
  snprintf(solvers, sizeof solvers, "%s shoot_others %s,%s act spin:100 'out:sat\\n' %s",
           getenv("ASSAY_ADVERSARY"), tag, getenv("ASSAY_FAKE"), tag);
  for (int i = 0; i < 4; i++) {
    char name[16];
    snprintf(name, sizeof name, "s%d.smt2", i);
    scratch_write(name, "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n");
  }
  CommandResult result =
      run_command_with((const char *[]){assay_program(), "vote", "--no-models", "-j", "4", "-s",
                                        solvers, scratch_path("s0.smt2"), scratch_path("s1.smt2"),
                                        scratch_path("s2.smt2"), scratch_path("s3.smt2"), NULL},
                       (CommandSettings){.timeout_ms = SECONDS * 1000});
  /* Shot at first, and well when nobody is there. */
  assert_non_null(strstr(result.out, "flaky"));
  const char *findings = strstr(result.out, "findings\n"), *flaky = strstr(result.out, "flaky: ");
  if (findings && strstr(findings, "act spin") && flaky && strstr(findings, "act spin") < flaky)
    fail_msg("%s", result.out);
  command_result_free(&result);
}

/* What runs see of the system is the same for all of them, also if root runs us. */
static void test_proc_stays(void **state)
{
  char solver[4096];
  (void)state;
  snprintf(solver, sizeof solver, "%s cover_proc %s", getenv("ASSAY_ADVERSARY"), tag);
  CommandResult result =
      run_command_with((const char *[]){assay_program(), "run", solver, scratch_path("in.smt2"),
                                        scratch_path("in.smt2"), scratch_path("in.smt2"), NULL},
                       (CommandSettings){.timeout_ms = SECONDS * 1000});
  if (result.exit_code != 0 || strstr(result.out, "no answer")) fail_msg("%s", result.out);
  command_result_free(&result);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_adversaries), cmocka_unit_test(test_nothing_outlives_us),
      cmocka_unit_test(test_others_are_not_blamed), cmocka_unit_test(test_proc_stays)};
  signal(SIGHUP, SIG_DFL); /* it may be ignored, as by nohup */
  return cmocka_run_group_tests_name("run_solver_adversary", tests, set_up, scratch_tear_down);
}
