/* What assay fuzz makes of its findings: smaller inputs, groups, reports, what is known, guilty options. With
 * fakes whose mistakes are known, and with solvers that are installed. */
#include "base/clock.h"
#include "testing.h"

#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "support/busy.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "support/summary.h"

static char solver_list[4096];

/* The solvers "FAKE act STEPS". */
static const char *fakes(const char *first, const char *second)
{
  const char *fake = getenv("ASSAY_FAKE");
  snprintf(solver_list, sizeof solver_list, second ? "%s act %s,%s act %s" : "%s act %s", fake,
           first, fake, second);
  return solver_list;
}

#define FUZZ(...)                                                                                  \
  run_command_with((const char *[]){assay_program(), "fuzz", "--unrestricted", __VA_ARGS__, NULL}, \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 120000})
#define BUGS(...) FUZZ("--objective", "bugs", "--no-themes", "--reward", "any", __VA_ARGS__)

static json_t *findings_of(json_t *summary)
{
  return json_object_get(summary, "findings");
}

#define SAT            "out:sat\\n"
#define CRASHES_ON_ABS "if:abs crash:abrt " SAT

/* --- reduction --- */

/* The crash needs abs and nothing else: nothing else is left, and the report shows it. */
static void test_reduced(void **state)
{
  (void)state;
  json_t *summary = summary_of(BUGS("--logic", "QF_LIA", "--solvers", fakes(CRASHES_ON_ABS, SAT),
                                    "--inputs", "30", "--out", "crash", "--json"),
                               1);
  json_t *finding = json_array_get(findings_of(summary), 0);
  json_t *reduced = json_object_get(finding, "reduced");
  assert_string_equal(text_of(finding, "kind"), "crash");
  assert_true(is_true(reduced, "confirmed") && is_true(reduced, "minimal"));
  assert_true(number_of(reduced, "bytes") < 60);
  char *small = scratch_read("crash/finding-01/reduced.smt2");
  char *input = scratch_read("crash/finding-01/input.smt2");
  char *report = scratch_read("crash/finding-01/README.md");
  assert_string_equal(text_of(reduced, "text"), small);
  expect_in(small, "abs");
  expect_in(input, "abs");
  assert_true(strlen(small) < strlen(input));
  expect_in(report, small);
  expect_in(report, "Expected: an answer.");
  expect_in(report, "assay vote --solvers");
  expect_in(report, "crash:abrt 'out:sat\\n' reduced.smt2");
  expect_in(report, "nothing else can be left out");
  free(small);
  free(input);
  free(report);
  json_decref(summary);
}

/* The report names what the solver calls experimental, if the reduced form needs it. */
static void test_experimental(void **state)
{
  (void)state;
  char text[4096];
  const char *fake = getenv("ASSAY_FAKE");
  snprintf(
      text, sizeof text,
      "- name: bold\n  programs: ['%s']\n  always: [act, 'if:abs', 'crash:abrt', 'out:sat\\n']\n"
      "  file: ['{file}']\n  experimental: [abs, div]\n",
      fake);
  scratch_write("bold.yaml", text);
  json_decref(summary_of(BUGS("--profiles", "bold.yaml", "--logic", "QF_LIA", "--solvers", "bold",
                              "--inputs", "30", "--out", "bold", "--json"),
                         1));
  char *report = scratch_read("bold/finding-01/README.md");
  char *issue = scratch_read("bold/finding-01/issue.md");
  static const char said[] =
      "It needs `abs`, which the documentation of bold calls experimental.\n";
  expect_in(report, said);
  expect_in(issue, said);
  free(report);
  free(issue);
}

static void test_not_reduced(void **state)
{
  (void)state;
  json_t *summary = summary_of(BUGS("--logic", "QF_LIA", "--solvers", fakes(CRASHES_ON_ABS, SAT),
                                    "--inputs", "20", "--no-reduce", "--out", "whole", "--json"),
                               1);
  assert_true(json_is_null(json_object_get(json_array_get(findings_of(summary), 0), "reduced")));
  assert_false(scratch_has("whole/finding-01/reduced.smt2"));
  json_decref(summary);
}

/* The best input keeps half of its margin: a few of the abs that cost 50 ms each. */
static void test_margin(void **state)
{
  (void)state;
  char target[sizeof solver_list], time[20];
  snprintf(target, sizeof target, "%s", fakes("each:abs:50 " SAT, NULL));
  snprintf(time, sizeof time, "%.0fs", fmin(10 * busy_factor(), 40));
  json_t *summary = summary_of(FUZZ("--logic", "QF_LIA", "--target", target, "--reference",
                                    fakes(SAT, NULL), "--inputs", "12", "--runs", "1",
                                    "--reduce-time", time, "--out", "slow", "--json"),
                               0);
  json_t *reduced = json_object_get(summary, "best_reduced");
  assert_true(is_true(reduced, "confirmed"));
  assert_true(number_of(summary, "margin_reduced") >= 0.4 * number_of(summary, "margin"));
  char *small = scratch_read("slow/best-reduced.smt2"), *best = scratch_read("slow/best.smt2");
  expect_in(small, "abs");
  assert_true(strlen(small) < strlen(best));
  free(small);
  free(best);
  json_decref(summary);
}

/* Reducing is inside of the time, and a quarter of that is kept for it. On a busy machine it may be too little to find something smaller. */
static void test_margin_in_time(void **state)
{
  (void)state;
  char target[sizeof solver_list], time[20];
  double factor = busy_factor(), limit = 8 * (factor < 4 ? factor : 4);
  snprintf(target, sizeof target, "%s", fakes("each:assert:10 " SAT, NULL));
  snprintf(time, sizeof time, "%.0fms", 1000 * limit);
  uint64_t begin = clock_monotonic_ns();
  json_t *summary =
      summary_of(FUZZ("--logic", "QF_LIA", "--target", target, "--reference", fakes(SAT, NULL),
                      "--time", time, "--runs", "1", "--num-asserts", "12", "--strategy", "random",
                      "--out", "timed", "--json"),
                 0);
  double seconds = (double)(clock_monotonic_ns() - begin) / 1e9;
  assert_true(seconds < limit + 4 * factor);
  assert_true(number_of(summary, "seconds") < limit);
  json_t *reduced = json_object_get(summary, "best_reduced");
  assert_true(json_is_object(reduced));
  const char *reason = json_string_value(json_object_get(reduced, "reason"));
  if (reason) expect_not_in(reason, "no time was left");
  json_decref(summary);
}

/* Which option ended it is said. */
static void test_no_time_to_reduce(void **state)
{
  (void)state;
  char target[sizeof solver_list];
  snprintf(target, sizeof target, "%s", fakes("each:abs:50 " SAT, NULL));
  json_t *margin = summary_of(FUZZ("--logic", "QF_LIA", "--target", target, "--reference",
                                   fakes(SAT, NULL), "--inputs", "12", "--runs", "1",
                                   "--reduce-time", "1ms", "--out", "no-time", "--json"),
                              0);
  json_t *reduced = json_object_get(margin, "best_reduced");
  expect_in(json_string_value(json_object_get(reduced, "reason")), "a longer --reduce-time");
  expect(run_command_with((const char *[]){assay_program(), "fuzz", "--resume", "no-time", NULL},
                          (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000}),
         0, "best-reduced.smt2: not reduced: no smaller input was found in", "");
  json_decref(margin);
  expect(BUGS("--logic", "QF_LIA", "--solvers", fakes(CRASHES_ON_ABS, SAT), "--inputs", "20",
              "--reduce-time", "1ms", "--out", "no-time-for-bugs"),
         1, "not reduced: no smaller input was found in", "");
  char *report = scratch_read("no-time-for-bugs/finding-01/README.md");
  expect_in(report, "It was not reduced: no smaller input was found in");
  expect_in(report, "a longer --reduce-time may help");
  free(report);
}

/* Ctrl-C while it reduces: the best so far is there. */
static void test_interrupted(void **state)
{
  (void)state;
  const char *list = fakes("spin:60 " CRASHES_ON_ABS, SAT);
  pid_t pid = fork();
  if (pid == 0) {
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(9);
    if (chdir(scratch_folder()) != 0) _exit(9);
    execl(assay_program(), "assay", "fuzz", "--unrestricted", "--no-themes", "--objective", "bugs",
          "--logic", "QF_LIA", "--solvers", list, "--inputs", "3", "--depth", "5", "--num-asserts",
          "5", "--candidates", "1", "--timeout", "5s", "--out", "torn", NULL);
    _exit(9);
  }
  for (int i = 0; i < 3000 && !scratch_has("torn/finding-01/input.smt2"); i++) usleep(20000);
  usleep(4000000);
  kill(pid, SIGINT);
  int status;
  waitpid(pid, &status, 0);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 1);
  char *small = scratch_read("torn/finding-01/reduced.smt2");
  char *report = scratch_read("torn/finding-01/README.md");
  expect_in(small, "abs");
  expect_in(report, "reduc");
  free(small);
  free(report);
}

/* --- reports --- */

/* A program that says that it is z3, cvc4 or cvc5 of some version, and does as it is told on inputs with abs. */
static void write_version(const char *name, const char *version, const char *on_abs)
{
  char text[1000];
  snprintf(text, sizeof text,
           "#!/bin/sh\ncase \"$*\" in *--version*) echo 'Z3 version %s'\n"
           "  echo 'CVC4 version %s'; echo 'cvc5 version %s'; exit;; esac\n"
           "for file; do :; done\nif grep -q abs \"$file\"; then %s; fi\necho sat\n",
           version, version, version, on_abs);
  scratch_write(name, text);
  assert_int_equal(chmod(scratch_path(name), 0755), 0);
}

/* Which versions show it: what only the new one does is a regression. */
static void test_versions(void **state)
{
  (void)state;
  char solver[1200], versions[4096], old[1200];
  write_version("old", "4.1.0", ":");
  write_version("middle", "4.2.0", "kill -ABRT $$");
  write_version("new", "4.10.0", "kill -ABRT $$");
  snprintf(solver, sizeof solver, "z3@%s", scratch_path("new"));
  snprintf(old, sizeof old, "z3@%s", scratch_path("old"));
  snprintf(versions, sizeof versions, "%s,z3@%s", old, scratch_path("middle"));
  json_t *summary = summary_of(BUGS("--logic", "QF_LIA", "--solvers", solver, "--versions",
                                    versions, "--inputs", "12", "--out", "versions", "--json"),
                               1);
  expect_in(text_of(json_array_get(findings_of(summary), 0), "regression"), "/old (4.1.0)");
  json_decref(summary);
  expect(run_command_with(
             (const char *[]){assay_program(), "report", "versions", "--format", "md", NULL},
             (CommandSettings){.directory = scratch_folder()}),
         0, "Regression since `z3@", "");
  expect(run_command_with((const char *[]){assay_program(), "list", "versions", NULL},
                          (CommandSettings){.directory = scratch_folder()}),
         0, "regression since z3@", "");
  char *report = scratch_read("versions/finding-01/README.md");
  char *issue = scratch_read("versions/finding-01/issue.md");
  expect_in(report, "(4.10.0), `z3@");
  expect_in(report, "It does not show in: `z3@");
  expect_in(report, "It is a regression since `z3@");
  expect_in(report, "/old` (4.1.0).\n");
  expect_in(report, "Default mode: it reproduces without experimental options");
  expect_in(issue, "## Input\n\n`reduced.smt2`:\n\n```smt2\n");
  expect_in(issue, "- Z3 4.10.0, Linux ");
  expect_in(issue, "    new reduced.smt2\n");
  expect_in(issue, "It is a regression since `z3@");
  assert_null(strstr(issue, scratch_folder()));
  free(report);
  free(issue);
  expect(FUZZ("--logic", "QF_LIA", "--target", "z3", "--versions", "z3", "--inputs", "1"), 2, "",
         "--versions is for --objective bugs");
}

/* cvc4 1.8 is older than cvc5 1.0.3: numbers of versions say nothing across names. */
static void test_versions_of_other_names(void **state)
{
  (void)state;
  char solver[1200], versions[1200];
  write_version("five", "1.0.3", ":");
  write_version("four", "1.8", "kill -ABRT $$");
  snprintf(solver, sizeof solver, "cvc4@%s", scratch_path("four"));
  snprintf(versions, sizeof versions, "cvc5@%s", scratch_path("five"));
  json_t *summary = summary_of(BUGS("--logic", "QF_LIA", "--solvers", solver, "--versions",
                                    versions, "--inputs", "12", "--out", "names", "--json"),
                               1);
  json_t *regression = json_object_get(json_array_get(findings_of(summary), 0), "regression");
  assert_true(!regression || json_is_null(regression));
  char *report = scratch_read("names/finding-01/README.md");
  expect_in(report, "It does not show in: `cvc5@");
  assert_null(strstr(report, "regression"));
  free(report);
  json_decref(summary);
}

/* A wrong unsat comes with the model that shows it. */
static void test_report_of_answer(void **state)
{
  (void)state;
  json_decref(summary_of(BUGS("--logic", "QF_LIA", "--solvers",
                              fakes("if:declare out:unsat\\n unless:declare out:sat\\n", NULL),
                              "--inputs", "40", "--out", "unsat", "--json"),
                         1));
  char *report = scratch_read("unsat/finding-01/README.md");
  char *issue = scratch_read("unsat/finding-01/issue.md");
  expect_in(report, "Expected: sat, since this model satisfies it: `((define-fun ");
  expect_in(issue, "# unsat for a satisfiable input\n");
  expect_in(issue, "sat, since this model satisfies it: `((define-fun ");
  free(report);
  free(issue);
}

/* --- groups --- */

/* Both are segmentation faults without a word. Their stacks tell them apart, also where an input could show either. */
static void test_crashes_by_stack(void **state)
{
  (void)state;
  json_t *summary = summary_of(BUGS("--logic", "QF_LIA", "--solvers",
                                    fakes("if:abs crash:here if:mod crash:there " SAT, SAT),
                                    "--inputs", "60", "--out", "stacks", "--json"),
                               1);
  size_t here = 0, there = 0;
  for (size_t i = 0; i < json_array_size(findings_of(summary)); i++) {
    json_t *finding = json_array_get(findings_of(summary), i);
    const char *signature = text_of(finding, "signature");
    json_t *reduced = json_object_get(finding, "reduced");
    if (strcmp(text_of(finding, "kind"), "crash") != 0) continue; /* sat is wrong at times */
    expect_in(signature, "Segmentation fault [");
    here += strstr(signature, "fall_here") != NULL;
    there += strstr(signature, "fall_there") != NULL;
    if (is_true(reduced, "confirmed"))
      expect_in(text_of(reduced, "text"), strstr(signature, "fall_here") ? "abs" : "mod");
  }
  assert_int_equal(here, 1);
  assert_true(there >= 1);
  json_decref(summary);
}

#define LIES_TWICE "if:abs out:unsat\\n if:abs exit:0 if:mod out:unsat\\n if:mod exit:0 " SAT

#define LIES(out, known, format)                                                                   \
  BUGS("--logic", "QF_LIA", "--solvers", fakes(LIES_TWICE, SAT), "--num-asserts", "1",             \
       "--literals", "0", "--inputs", "200", "--known", known, "--out", out, format)

static json_t *lies(const char *out, const char *known, int code)
{
  return summary_of(LIES(out, known, "--json"), code);
}

/* The wrong unsat whose reduced form has the construct, and nothing else that counts. The fakes also disagree, and then either of them
 * may be wrong about the reduced form. */
static json_t *finding_with(json_t *summary, const char *construct)
{
  for (size_t i = 0; i < json_array_size(findings_of(summary)); i++) {
    json_t *finding = json_array_get(findings_of(summary), i);
    json_t *constructs = json_object_get(finding, "constructs");
    const char *first = json_string_value(json_array_get(constructs, 0));
    if (json_array_size(constructs) == 1 && !strcmp(first, construct) &&
        !strcmp(text_of(finding, "kind"), "refuted"))
      return finding;
  }
  fail_msg("no finding with %s", construct);
  return NULL;
}

/* Two mistakes with one signature are two groups by what their reduced forms have. One that is known is
 * counted and not reported, and does not hide the other. */
static void test_groups_and_known(void **state)
{
  (void)state;
  scratch_write("none.yaml", "[]\n");
  json_t *summary = lies("lies", "none.yaml", 1);
  json_t *abs = finding_with(summary, "abs"), *mod = finding_with(summary, "mod");
  assert_true(json_is_null(json_object_get(abs, "known")));
  assert_true(json_is_null(json_object_get(mod, "known")));
  char path[64];
  snprintf(path, sizeof path, "lies/%s/known.yaml", text_of(abs, "folder"));
  char *entry = scratch_read(path);
  json_decref(summary);
  scratch_write("abs.yaml", entry);
  free(entry);
  summary = lies("lies2", "abs.yaml", 1);
  assert_false(json_is_null(json_object_get(finding_with(summary, "abs"), "known")));
  assert_true(json_is_null(json_object_get(finding_with(summary, "mod"), "known")));
  json_decref(summary);
  scratch_write("all.yaml", "- signature: '*: *'\n  note: an old one\n");
  summary = lies("lies3", "all.yaml", 0);
  json_t *known = json_object_get(json_array_get(findings_of(summary), 0), "known");
  assert_string_equal(text_of(known, "note"), "an old one");
  assert_false(scratch_has("lies3/finding-01"));
  expect(run_command((const char *[]){assay_program(), "report", scratch_path("lies3"), NULL}), 0,
         "\nKnown: an old one\n", "");
  expect(run_command((const char *[]){assay_program(), "list", scratch_path("lies3"), NULL}), 0,
         "  known: ", "");
  expect(
      run_command((const char *[]){assay_program(), "list", scratch_path("lies3"), "--json", NULL}),
      0, "\"known\": \"an old one\"", "");
  json_decref(summary);
}

/* An entry with constructs fits the reduced form only: what is announced says so, and then what it is. */
static void test_maybe_known(void **state)
{
  (void)state;
  scratch_write("maybe.yaml", "- signature: '*: *'\n  constructs: [abs]\n  note: that of abs\n");
  CommandResult result = LIES("maybe", "maybe.yaml", NULL);
  assert_int_equal(result.exit_code, 1);
  expect_in(result.err, "(may be known: its reduced form decides)\n");
  expect_in(result.err, ": known: that of abs\n");
  expect_in(result.out, ": known: ");
  command_result_free(&result);
}

static void test_bad_known(void **state)
{
  (void)state;
  static const char *const texts[] = {"- signature: a\n- nonsense: b\n", "- {signature: [}\n",
                                      "signature", "- note: x\n", "\x01"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    scratch_write("bad.yaml", texts[i]);
    CommandResult result =
        BUGS("--logic", "QF_LIA", "--solvers", fakes(SAT, SAT), "--known", "bad.yaml");
    expect_in(result.err, "bad.yaml");
    expect_in(result.err, "not a list of known findings");
    if (i == 0) expect_in(result.err, "bad.yaml:2: ");
    assert_int_equal(result.exit_code, 2);
    command_result_free(&result);
  }
  CommandResult result = BUGS("--logic", "QF_LIA", "--solvers", fakes(SAT, SAT), "--known", "gone");
  expect_in(result.err, "gone");
  assert_int_equal(result.exit_code, 3);
  command_result_free(&result);
  /* A pipe in a folder would be waited for, and a deep tree takes libyaml minutes. */
  mkdir(scratch_path("pipes"), 0777);
  assert_int_equal(mkfifo(scratch_path("pipes/a.yaml"), 0666), 0);
  expect(BUGS("--logic", "QF_LIA", "--solvers", fakes(SAT, SAT), "--known", "pipes"), 3, "",
         "'pipes/a.yaml' is not a regular file");
  StrBuf deep;
  strbuf_init(&deep, 0);
  for (int i = 0; i < 300000; i++) strbuf_add_text(&deep, "[");
  scratch_write("deep.yaml", strbuf_text(&deep));
  strbuf_deinit(&deep);
  expect(BUGS("--logic", "QF_LIA", "--solvers", fakes(SAT, SAT), "--known", "deep.yaml"), 2, "",
         "nested too deeply");
}

/* --- logics --- */

/* Every answer is one: the solver knows the logic and all that is in the inputs. */
static void expect_answers(const char *theory)
{
  CommandResult result = run_command_with(
      (const char *[]){assay_program(), "fuzz", "--objective", "bugs", "--no-themes", "-int",
                       theory, "--solvers", "cvc5", "--inputs", "12", "--no-reduce", "-o",
                       theory + 1, "--json", NULL},
      (CommandSettings){.directory = scratch_folder(), .timeout_ms = 120000});
  if (result.exit_code == 3 && strstr(result.err, "cvc5")) {
    command_result_free(&result);
    skip(); /* it is not installed */
  }
  json_t *summary = summary_of(result, result.exit_code);
  json_t *solver = json_array_get(json_object_get(summary, "solvers"), 0);
  json_t *outcomes = json_object_get(solver, "outcomes");
  assert_string_equal(text_of(json_object_get(summary, "settings"), "logic"), "ALL");
  assert_non_null(json_object_get(outcomes, "sat"));
  assert_null(json_object_get(outcomes, "error"));
  assert_null(json_object_get(outcomes, "unsupported"));
  json_decref(summary);
}

/* No solver takes a logic such as QF_SEQNIA, and cvc5 has bags only in ALL. */
static void test_names_of_logics(void **state)
{
  (void)state;
  expect_answers("-seq");
  expect_answers("--sets");
}

/* --- the same in other words --- */

static size_t count_related(const char *solver, const char *relation, const char *seed)
{
  char out[80], wanted[80];
  snprintf(out, sizeof out, "related-%s-%s", relation, seed);
  snprintf(wanted, sizeof wanted, "related by %s: ", relation);
  CommandResult result =
      FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers", solver, "--inputs", "150", "-t",
           "5s", "--no-reduce", "--seed", seed, "--out", out, "--json");
  int code = result.exit_code;
  json_t *summary = summary_of(result, code);
  assert_int_equal(code, json_array_size(findings_of(summary)) > 0);
  size_t seen = 0, i;
  json_t *finding;
  json_array_foreach(findings_of(summary), i, finding)
  {
    if (strstr(text_of(finding, "evidence"), wanted)) seen++;
  }
  json_decref(summary);
  return seen;
}

/* A solver that is wrong only if it is asked in another way is found by asking it in that way, and the finding names it. Which ways
 * are taken follows from times, so that there is no seed that is sure to take one of them. */
static void expect_relation(const char *solver, const char *relation)
{
  static const char *const seeds[] = {"1", "2", "3", "4", "5", "6"};
  size_t seen = 0;
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds && !seen; i++)
    seen = count_related(solver, relation, seeds[i]);
  assert_true(seen > 0);
}

static void test_relations(void **state)
{
  (void)state;
  expect_relation(fakes("'if:(push' 'out:sat\\nunsat\\n' 'unless:(push' " SAT, NULL),
                  "push and pop");
  expect_relation(fakes("'if:-assuming' 'out:unsat\\n' 'unless:-assuming' " SAT, NULL),
                  "assumptions");
  /* Inputs are written without let; what is rewritten has terms twice. */
  expect_relation(fakes("'if:(let (' 'out:unsat\\n' 'unless:(let (' " SAT, NULL), "rewriting");
  /* What is the negation of something after a query gets another answer than the rest. */
  const char *path = scratch_write(
      "negator", "#!/bin/sh\nif grep -A1 '^(check-sat)' \"$1\" | grep -q '^(assert (not '; then\n"
                 "  echo sat; echo unsat\nelse\n  exec z3 \"$1\"\nfi\n");
  assert_int_equal(chmod(path, 0755), 0);
  expect_relation(path, "negation");
}

static size_t count_reports_in_default_mode(const char *solver, const char *seed)
{
  char out[80], path[120];
  snprintf(out, sizeof out, "mode-%s", seed);
  json_t *summary =
      summary_of(FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers", solver, "--inputs",
                      "300", "-t", "5s", "--seed", seed, "--out", out, "--json"),
                 1);
  json_t *finding;
  size_t i, seen = 0;
  json_array_foreach(findings_of(summary), i, finding)
  {
    if (!strstr(text_of(finding, "evidence"), "related by ")) continue;
    snprintf(path, sizeof path, "%s/%s/README.md", out, text_of(finding, "folder"));
    char *report = scratch_read(path);
    expect_in(report, "Default mode: it reproduces without experimental options");
    free(report);
    seen++;
  }
  json_decref(summary);
  return seen;
}

/* What there is to say of a mode that the solver does not have is said of no finding. No seed is sure to take a way, as above. */
static void test_relation_in_default_mode(void **state)
{
  (void)state;
  static const char *const seeds[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};
  const char *solver = fakes("'if:-assuming' 'out:unsat\\n' 'unless:-assuming' " SAT, NULL);
  size_t seen = 0;
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds && !seen; i++)
    seen = count_reports_in_default_mode(solver, seeds[i]);
  assert_true(seen > 0);
}

/* A wrong answer to another query is another finding: with its option the solver is wrong at the second, without it at the first. */
static void test_query_in_default_mode(void **state)
{
  (void)state;
  const char *path = scratch_write(
      "moody", "#!/bin/sh\nwrong=1\nif [ \"$1\" = --floats ]; then wrong=2; shift; fi\n"
               "[ $(grep -c '(check-sat' \"$1\") -gt 1 ] || exec z3 \"$1\"\n"
               "z3 \"$1\" | awk -v n=$wrong '/^(sat|unsat)$/ && ++i == n "
               "{ print $0 == \"sat\" ? \"unsat\" : \"sat\"; next } { print }'\n");
  assert_int_equal(chmod(path, 0755), 0);
  char text[400];
  snprintf(text, sizeof text,
           "- name: moody\n  title: Moody\n  programs: [%s]\n  file: [\"{file}\"]\n"
           "  floats: [--floats]\n  logics: [QF_FP]\n",
           path);
  scratch_write("moody.yaml", text);
  json_t *summary = summary_of(FUZZ("--objective", "bugs", "--logic", "QF_FP", "--profiles",
                                    "moody.yaml", "--solvers", "moody", "--inputs", "12", "-t",
                                    "5s", "--out", "moods", "--json"),
                               1);
  json_t *finding;
  size_t i, seen = 0;
  json_array_foreach(findings_of(summary), i, finding)
  {
    char file[120];
    snprintf(file, sizeof file, "moods/%s/README.md", text_of(finding, "folder"));
    char *report = scratch_read(file);
    if (strstr(report, "check-sat 2: ")) {
      expect_not_in(report, "Default mode: it reproduces");
      seen++;
    }
    free(report);
  }
  assert_true(seen > 0);
  json_decref(summary);
}

/* Whoever answers all in the same way is not blamed. */
static void test_honest_relations(void **state)
{
  (void)state;
  json_t *summary = summary_of(FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers", "z3",
                                    "--inputs", "60", "-t", "5s", "--out", "honest", "--json"),
                               0);
  assert_int_equal(json_array_size(findings_of(summary)), 0);
  json_decref(summary);
}

/* Only fusion puts both numbers into one input: it is tried from the beginning. */
static void test_transforms_of_seeds(void **state)
{
  (void)state;
  char name[40], text[200], list[200];
  for (int i = 0; i < 2; i++) {
    snprintf(name, sizeof name, "seed%d.smt2", i);
    snprintf(text, sizeof text,
             "(set-logic QF_LIA)(declare-const x Int)(assert (> (* 2 x) %d))(check-sat)",
             i % 2 ? 1234567 : 7654321);
    scratch_write(name, text);
  }
  snprintf(list, sizeof list, "%s look 1234567 7654321", getenv("ASSAY_FAKE"));
  json_t *summary = summary_of(FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers", list,
                                    "--seeds", "seed0.smt2", "--seeds", "seed1.smt2", "--inputs",
                                    "80", "-t", "5s", "--no-reduce", "--out", "fused", "--json"),
                               1);
  bool crashed = false;
  json_t *finding;
  size_t i;
  json_array_foreach(findings_of(summary), i, finding)
  {
    crashed |= strcmp(text_of(finding, "kind"), "crash") == 0;
  }
  assert_true(crashed);
  json_decref(summary);
  scratch_expect_in("fused/finding-01/README.md", "It was made of `");
  expect(run_command(
             (const char *[]){assay_program(), "show", scratch_path("fused"), "finding-01", NULL}),
         0, "seed1.smt2", "");
}

/* A solver that never ends is a finding if that is wanted, whether it works or waits. */
static void test_slow(void **state)
{
  (void)state;
  static const char *const slow[] = {"hang", "spin:20000"};
  for (int i = 0; i < 2; i++) {
    json_t *summary =
        summary_of(BUGS("--logic", "QF_LIA", "--solvers", fakes(slow[i], SAT), "--inputs", "1",
                        "-t", "700ms", "--slow", "5", "--slow-least", "50ms", "--no-reduce",
                        "--out", i ? "works" : "waits", "--json"),
                   1);
    assert_int_equal(json_array_size(findings_of(summary)), 1);
    assert_string_equal(text_of(json_array_get(findings_of(summary), 0), "kind"), "slow");
    json_decref(summary);
    if (!i) scratch_expect_in("waits/finding-01/README.md", "and only waits");
  }
}

/* First runs are short: at two fifths of the limit in CPU time they end, unless what is slow is looked for. */
static void test_first_runs_are_short(void **state)
{
  (void)state;
  json_t *summary = summary_of(BUGS("--logic", "QF_LIA", "--solvers", fakes("spin:2200 " SAT, SAT),
                                    "--inputs", "1", "-t", "4s", "--out", "short", "--json"),
                               0);
  json_t *solvers = json_object_get(summary, "solvers");
  json_t *first = json_object_get(json_array_get(solvers, 0), "outcomes");
  json_t *second = json_object_get(json_array_get(solvers, 1), "outcomes");
  assert_true(number_of(first, "timeout") == 1 && number_of(second, "sat") == 1);
  json_decref(summary);
}

/* A solver that takes long to start is given time for its work unless the user said how much. */
static void test_slow_start(void **state)
{
  (void)state;
  for (int own = 0; own < 2; own++) {
    CommandResult result =
        BUGS("--logic", "QF_LIA", "--solvers", fakes("spin:400 " SAT, SAT), "--inputs", "1",
             "--out", own ? "own" : "usual", own ? "-t" : "-j", own ? "250ms" : "1");
    if (own)
      expect_not_in(result.err, "to start");
    else
      expect_in(result.err, "a solver takes 0.4 s to start: runs end after 1.");
    command_result_free(&result);
    scratch_expect_in(own ? "own/campaign.json" : "usual/campaign.json",
                      own ? "\"timeout_seconds\": 0.25" : "\"timeout_seconds\": 1.");
  }
}

/* What shows in time once may show late afterwards: it is not lost. */
static void test_patience(void **state)
{
  (void)state;
  const char *path =
      scratch_write("tired", "#!/bin/sh\n[ -e $0.mark ] && sleep 2.5\ntouch $0.mark\necho unsat\n");
  assert_int_equal(chmod(path, 0755), 0);
  char solvers[5000];
  snprintf(solvers, sizeof solvers, "%s,%s", path, fakes(SAT, NULL));
  json_t *summary =
      summary_of(BUGS("--logic", "QF_LIA", "--solvers", solvers, "--inputs", "1", "-t", "1500ms",
                      "--mode", "plain", "--no-reduce", "--out", "patience", "--json"),
                 1);
  assert_true(json_array_size(findings_of(summary)) >= 1);
  assert_true(is_true(json_array_get(findings_of(summary), 0), "confirmed"));
  json_decref(summary);
}

/* --- names --- */

/* Wrong answers in several logics are one group, in the folders and in the summary. */
static void test_folders_of_groups(void **state)
{
  (void)state;
  json_t *summary = summary_of(FUZZ("--objective", "bugs", "--logic", "QF_LIRA", "--solvers",
                                    fakes("'out:unsat\\n'", NULL), "--inputs", "60", "-t", "5s",
                                    "--out", "logics", "--json"),
                               1);
  json_t *finding;
  size_t i;
  json_array_foreach(findings_of(summary), i, finding)
  {
    char name[80];
    snprintf(name, sizeof name, "logics/%s/README.md", text_of(finding, "folder"));
    assert_true(scratch_has(name));
    char *report = scratch_read(name);
    expect_in(report, text_of(finding, "kind"));
    free(report);
  }
  assert_true(i > 0);
  json_decref(summary);
}

/* --- all --- */

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reduced),
      cmocka_unit_test(test_experimental),
      cmocka_unit_test(test_not_reduced),
      cmocka_unit_test(test_versions),
      cmocka_unit_test(test_versions_of_other_names),
      cmocka_unit_test(test_report_of_answer),
      cmocka_unit_test(test_crashes_by_stack),
      cmocka_unit_test(test_margin),
      cmocka_unit_test(test_margin_in_time),
      cmocka_unit_test(test_no_time_to_reduce),
      cmocka_unit_test(test_interrupted),
      cmocka_unit_test(test_groups_and_known),
      cmocka_unit_test(test_maybe_known),
      cmocka_unit_test(test_bad_known),
      cmocka_unit_test(test_names_of_logics),
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_relation_in_default_mode),
      cmocka_unit_test(test_query_in_default_mode),
      cmocka_unit_test(test_honest_relations),
      cmocka_unit_test(test_transforms_of_seeds),
      cmocka_unit_test(test_slow),
      cmocka_unit_test(test_first_runs_are_short),
      cmocka_unit_test(test_slow_start),
      cmocka_unit_test(test_patience),
      cmocka_unit_test(test_folders_of_groups),
  };
  return cmocka_run_group_tests_name("cli_fuzz_findings", tests, scratch_set_up, scratch_tear_down);
}
