/* assay fuzz, as its users run it: with fakes whose mistakes and speed are known, and with solvers that are
 * installed. */
#include "testing.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "support/summary.h"

static char solver_texts[2][1024], solver_list[2 * sizeof *solver_texts];

/* The solver "FAKE act STEPS". */
static const char *fake(int number, const char *steps)
{
  snprintf(solver_texts[number], sizeof *solver_texts, "%s act %s", getenv("ASSAY_FAKE"), steps);
  return solver_texts[number];
}

static const char *fakes(const char *first, const char *second)
{
  snprintf(solver_list, sizeof solver_list, "%s,%s", fake(0, first), fake(1, second));
  return solver_list;
}

#define FUZZ(...)                                                                                  \
  run_command_with((const char *[]){assay_program(), "fuzz", "--unrestricted", "--no-reduce",      \
                                    "--no-themes", "--reward", "any", __VA_ARGS__, NULL},          \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000})

#define SAT      "out:sat\\n"
#define SLOW_ABS "each:abs:10 out:sat\\n"

/* --- margins --- */

/* Each abs costs the target 10 ms: it comes first in the ranking, and the best input has many. */
static void test_slow_construct(void **state)
{
  (void)state;
  json_t *summary =
      summary_of(FUZZ("--logic", "QF_LIA", "--target", fake(0, SLOW_ABS), "--reference",
                      fake(1, SAT), "--inputs", "40", "--timeout", "10s", "--min-gain", "0.006",
                      "--runs", "1", "--repeat", "0", "--out", "slow", "--json"),
                 0);
  json_t *first = json_array_get(json_object_get(summary, "ranking"), 0);
  assert_string_equal(text_of(first, "construct"), "abs");
  assert_true(number_of(first, "low") < number_of(first, "mean"));
  assert_true(number_of(first, "mean") < number_of(first, "high"));
  assert_int_equal((int)number_of(summary, "inputs"), 40);
  assert_int_equal((int)number_of(json_object_get(summary, "lift"), "inputs"), 40);
  assert_true(number_of(json_object_get(summary, "lift"), "paid") >= 2);
  assert_true(number_of(summary, "margin") > 0.06);
  assert_true(number_of(summary, "margin_alone") > 0.06);
  json_t *target = json_array_get(json_object_get(summary, "solvers"), 0);
  assert_string_equal(text_of(target, "role"), "target");
  assert_true(number_of(json_object_get(target, "best_alone"), "cpu_seconds") > 0.06);
  char *best = scratch_read("slow/best.smt2"), *again = scratch_read("slow/campaign.json");
  size_t count = 0;
  for (char *at = best; (at = strstr(at, "(abs ")); at++) count++;
  assert_true(count >= 6);
  assert_non_null(strstr(again, "\"margin_alone\""));
  free(best);
  free(again);
  json_decref(summary);
}

/* The summary of a campaign and later reports rank by the same numbers. */
static void test_one_ranking(void **state)
{
  (void)state;
  json_t *summary = summary_of(FUZZ("--logic", "QF_LIA", "--target", fake(0, SLOW_ABS),
                                    "--reference", fake(1, SAT), "--inputs", "20", "--timeout",
                                    "10s", "--runs", "1", "--out", "ranked", "--json"),
                               0);
  json_t *report = summary_of(run_command_with((const char *[]){assay_program(), "report", "ranked",
                                                                "--format", "json", NULL},
                                               (CommandSettings){.directory = scratch_folder()}),
                              0);
  json_t *here = json_object_get(summary, "ranking"), *there = json_object_get(report, "ranking");
  assert_true(json_array_size(here) > 0);
  assert_int_equal(json_array_size(here), json_array_size(there));
  for (size_t i = 0; i < json_array_size(here); i++) {
    const json_t *a = json_array_get(here, i), *b = json_array_get(there, i);
    assert_string_equal(text_of(a, "construct"), text_of(b, "construct"));
    assert_string_not_equal(text_of(a, "class"), "");
    assert_true(number_of(a, "mean") == number_of(b, "mean"));
    assert_true(number_of(a, "low") == number_of(b, "low"));
    assert_true(number_of(a, "pulls") == number_of(b, "pulls"));
  }
  json_decref(report);
  json_decref(summary);
}

/* With one input at a time everything follows from the seed, where times do not decide. */
static void test_replay(void **state)
{
  (void)state;
  char *best[3];
  static const char *const seeds[] = {"1", "1", "2"}, *const out[] = {"r0", "r1", "r2"};
  for (int i = 0; i < 3; i++) {
    char path[64];
    expect(FUZZ("--logic", "QF_BV", "--target", fake(0, "each:bvadd:30 " SAT), "--inputs", "12",
                "--seed", seeds[i], "--runs", "1", "--min-gain", "0.02", "--out", out[i]),
           0, "best input: margin", "");
    snprintf(path, sizeof path, "%s/best.smt2", out[i]);
    best[i] = scratch_read(path);
  }
  assert_string_equal(best[0], best[1]);
  assert_string_not_equal(best[0], best[2]);
  for (int i = 0; i < 3; i++) free(best[i]);
}

/* A target that never ends within the limit has the largest margin at once. */
static void test_perfect(void **state)
{
  (void)state;
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, "hang"), "--reference", fake(1, SAT),
              "--timeout", "100ms", "--cost", "wall", "--time", "20s", "--out", "perfect"),
         0, "no margin can be better by the minimum gain, 1 input in", "");
}

/* References that cannot win any more are stopped, and nobody calls that a time-out. */
static void test_stopped(void **state)
{
  (void)state;
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--reference",
              fake(1, "each:abs:40 " SAT), "--strategy", "random", "--inputs", "25", "--timeout",
              "10s", "--runs", "1", "--out", "early"),
         0, "best input: margin", "");
  static const char *const formats[] = {"md", "html", "json", "csv"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    CommandResult result = run_command_with(
        (const char *[]){assay_program(), "report", "early", "--format", formats[i], NULL},
        (CommandSettings){.directory = scratch_folder()});
    expect_parts(&result, 0, "stopped", "");
    if (i != 1) expect_not_in(result.out, i == 2 ? "\"timeout\": 1" : "timeout");
    command_result_free(&result);
  }
}

/* Each input costs 20 ms or a little more, so that ten of them are the budget. */
static void test_solver_time(void **state)
{
  (void)state;
  static const char *const objectives[] = {"time", "bugs"};
  for (size_t i = 0; i < 2; i++) {
    json_t *summary =
        summary_of(FUZZ("--objective", objectives[i], "--logic", "QF_LIA",
                        i ? "--solvers" : "--target", fake(0, "spin:20 " SAT), "--solver-time",
                        "200ms", "--runs", "1", "--no-models", "--json", "--out", objectives[i]),
                   0);
    assert_string_equal(text_of(summary, "end"), "the CPU time of solvers is used up");
    assert_in_range((int)number_of(summary, "inputs"), 4, 10);
    assert_true(number_of(summary, "solver_seconds") >= 0.2);
    json_decref(summary);
  }
}

static void test_strategies(void **state)
{
  (void)state;
  static const char *const names[] = {"random", "mutational", "evolutionary", "bandit1", "guide"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--reference", fake(1, SAT),
                "--inputs", "40", "--strategy", names[i], "-j", i % 2 ? "3" : "1", "--min-gain",
                "9"),
           0, "all inputs are done, 40 inputs", "");
}

/* Below a best input that only is the best by chance nothing is said of constructs that brought nothing. */
static void test_nothing_rewarded(void **state)
{
  (void)state;
  static const char slow[] = "each:assert:20 out:sat\\n";
  for (int i = 0; i < 2; i++) {
    CommandResult result =
        FUZZ("--logic", "QF_LIA", "--target", fake(0, i ? slow : SAT), "--reference",
             fake(1, i ? SAT : slow), "--inputs", "12", "--strategy", "bandit0", "--min-gain", "9");
    expect_parts(&result, 0, i ? "best input: margin" : "no construct was rewarded in", "");
    if (i) expect_not_in(result.out, "no construct was rewarded");
    command_result_free(&result);
  }
}

static void test_unknown(void **state)
{
  (void)state;
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, "if:abs out:unknown\\n unless:abs " SAT),
              "--inputs", "30", "--out", "unknown"),
         0, "no margin can be better", "margin 10.000 s");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, "if:abs out:unknown\\n unless:abs " SAT),
              "--inputs", "30", "--no-unknown", "--num-asserts", "1", "--out", "known"),
         0, "all inputs are done, 30 inputs", "");
}

static void test_sizes_adapt(void **state)
{
  (void)state;
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--inputs", "12", "--adapt", "5",
              "--min-gain", "1", "--out", "sizes"),
         0, "", "larger inputs from now on\nlarger inputs from now on\n");
}

static void test_modes(void **state)
{
  (void)state;
  expect(FUZZ("--logic", "QF_LIA", "--target", "z3", "--mode", "fast", "--inputs", "8", "--timeout",
              "1s", "--min-gain", "0.9", "--out", "fast"),
         0, "best input: margin", "");
  expect(FUZZ("--logic", "QF_LIA", "--objective", "bugs", "--solvers", "z3", "--mode", "session",
              "--inputs", "8", "--timeout", "1s", "--out", "session"),
         0, "all inputs are done, 8 inputs", "");
  expect(FUZZ("--logic", "QF_LIA", "--target", "z3", "--mode", "session"), 2, "", "--mode session");
}

static void test_memory(void **state)
{
  (void)state;
  json_t *summary = summary_of(FUZZ("--logic", "QF_LIA", "--objective", "memory", "--target",
                                    fake(0, "touch:40 " SAT), "--reference", fake(1, SAT),
                                    "--inputs", "3", "--out", "memory", "--json"),
                               0);
  assert_true(number_of(summary, "margin") > 30 && number_of(summary, "margin") < 60);
  assert_string_equal(text_of(json_object_get(summary, "settings"), "unit"), "MiB");
  json_decref(summary);
}

/* What is wrong on the way is not lost: a contradiction, and a crash that reproduces. */
static void test_findings_on_the_way(void **state)
{
  (void)state;
  json_t *summary =
      summary_of(FUZZ("--logic", "QF_LIA", "--target", fake(0, "if:abs crash:abrt " SAT),
                      "--reference", fake(1, "if:div out:unsat\\n unless:div " SAT), "--inputs",
                      "40", "-j", "2", "--out", "way", "--json"),
                 1);
  json_t *findings = json_object_get(summary, "findings");
  bool crash = false, split = false;
  for (size_t i = 0; i < json_array_size(findings); i++) {
    json_t *finding = json_array_get(findings, i);
    assert_true(json_is_true(json_object_get(finding, "confirmed")));
    assert_true(json_is_true(json_object_get(finding, "alone")));
    crash |= !strcmp(text_of(finding, "kind"), "crash");
    split |= !strcmp(text_of(finding, "kind"), "disagreement");
  }
  assert_true(crash && split);
  json_decref(summary);
}

/* --- bugs --- */

#define LIES_ON_ABS "if:abs out:unsat\\n unless:abs " SAT

static void test_bugs(void **state)
{
  (void)state;
  static const char *const jobs[] = {"1", "3"}, *const out[] = {"bugs1", "bugs3"};
  for (int i = 0; i < 2; i++) {
    json_t *summary =
        summary_of(FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers",
                        fakes(LIES_ON_ABS, SAT), "--num-asserts", "1", "--literals", "0",
                        "--inputs", "150", "-j", jobs[i], "--out", out[i], "--json"),
                   1);
    json_t *findings = json_object_get(summary, "findings");
    json_t *finding = json_array_get(findings, 0);
    json_t *first = json_array_get(json_object_get(summary, "ranking"), 0);
    assert_true(json_array_size(findings) >= 1);
    bool refuted = strcmp(text_of(finding, "kind"), "refuted") == 0;
    assert_true(refuted || strcmp(text_of(finding, "kind"), "disagreement") == 0);
    assert_true(json_is_true(json_object_get(finding, "alone")));
    assert_string_equal(text_of(first, "construct"), "abs");
    double inputs = 0;
    for (size_t k = 0; k < json_array_size(findings); k++)
      inputs += number_of(json_array_get(findings, k), "inputs");
    assert_true(inputs > 25);
    json_decref(summary);
  }
  char *report = scratch_read("bugs1/finding-01/README.md");
  char *input = scratch_read("bugs1/finding-01/input.smt2");
  assert_true(strstr(report, "evaluation has found a model") || strstr(report, "is wrong"));
  assert_non_null(strstr(report, "An isolated rerun gave the same result."));
  assert_non_null(strstr(report, input));
  assert_non_null(strstr(input, "(abs "));
  free(report);
  free(input);
}

static void test_no_bugs(void **state)
{
  (void)state;
  expect(FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers", fakes(SAT, SAT), "--inputs",
              "20", "--literals", "0", "--out", "none"),
         0, "all inputs are done, 20 inputs", "");
}

/* --- seeds --- */

static void test_seeds(void **state)
{
  (void)state;
  assert_int_equal(mkdir(scratch_path("seeds"), 0777), 0);
  scratch_write("seeds/a.smt2",
                "(set-logic QF_LIA)(declare-const seedling Int)(assert (> seedling 3))(check-sat)");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, "each:seedling:20 " SAT), "--seeds", "seeds",
              "--inputs", "10", "--out", "grown"),
         0, "best input: margin", "");
  scratch_expect_in("grown/best.smt2", "seedling");
  scratch_expect_in("grown/campaign.json", "seeds/a.smt2");
  scratch_write("seeds/a.smt2", "(assert");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--seeds", "seeds", "--inputs", "3"),
         3, "", "there is no seed that can be used");
}

/* The logic is that of the seeds; what is twice is used once, what is foreign is named, and some are drawn. */
static void test_logic_of_seeds(void **state)
{
  (void)state;
  static const char line[] = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)";
  assert_int_equal(mkdir(scratch_path("corpus"), 0777), 0);
  scratch_write("corpus/a.smt2", line);
  scratch_write("corpus/b.smt2", line);
  scratch_write("corpus/c.smt2", "(declare-const y Real)(assert (> (* y y) 2.0))(check-sat)");
  expect(FUZZ("--target", fake(0, SAT), "--seeds", "corpus", "--inputs", "4", "--out", "inferred"),
         0, "", "1 of 3 seeds are the same as others");
  scratch_expect_in("inferred/campaign.json", "\"logic\": \"QF_NIRA\"");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--seeds", "corpus", "--inputs", "2"),
         0, "", "corpus/c.smt2 is not in QF_LIA: it has ");
  expect(FUZZ("--target", fake(0, SAT), "--seeds", "corpus", "--seed-count", "1", "--inputs", "2",
              "--out", "drawn"),
         0, "made of corpus/", "");
  expect(FUZZ("--target", fake(0, SAT), "--inputs", "2"), 2, "", "which logic?");
}

/* --- what goes wrong --- */

static void test_useless_solvers(void **state)
{
  (void)state;
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--reference",
              fake(1, "out:unsupported\\n"), "--time", "30s", "--out", "useless"),
         3, "aborted: no usable runs", "has decided none of 10 inputs: 10 unsupported");
  expect(FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers",
              fakes("out:unsupported\\n", "out:unsupported\\n"), "--time", "30s"),
         3, "aborted: no usable runs", "there are no usable runs");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, "out:unsupported\\n"), "--inputs", "2"), 3,
         "warning: ", "no input got a result from all solvers");
  expect(FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers", fakes("out:unknown\\n", SAT),
              "--inputs", "12"),
         0, "has decided nothing in 12 runs: 12 unknown", "WARNING: ");
}

/* A solver that is deleted while the campaign runs. */
static void test_missing_solver(void **state)
{
  (void)state;
  static const char *const objectives[] = {"--solvers", "--target"};
  for (int i = 0; i < 2; i++) {
    const char *path = scratch_write("leaves", "#!/bin/sh\necho unknown\nrm -f \"$0\"\n");
    assert_int_equal(chmod(path, 0700), 0);
    expect(FUZZ("--objective", i ? "time" : "bugs", "--mode", "plain", "--logic", "QF_LIA",
                objectives[i], path, "--time", "60s", "--timeout", "1s"),
           3, "aborted: no usable runs", "cannot be started");
  }
}

/* The same where copies and sessions of it go on for a while. It leaves when the campaign has begun, or has a best input. */
static void test_missing_solver_with_copies(void **state)
{
  static const struct {
    const char *options, *begun, *why;
    int seconds;
  } ways[] = {
      {"--objective bugs --mode fast --solvers z3@./leaves,cvc5", "campaign.db",
       "cannot be started", 90},
      {"--objective bugs --mode session --solvers z3@./leaves,cvc5", "campaign.db",
       "cannot be started", 90},
      {"--objective time --mode fast --target z3@./leaves --reference cvc5", "best.smt2",
       "cannot be started any more", 12},
  };
  (void)state;
  if (access("/usr/bin/z3", X_OK) != 0 || access("/usr/bin/cvc5", X_OK) != 0) skip();
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    char line[1000];
    snprintf(line, sizeof line,
             "cp /usr/bin/z3 leaves; (for i in $(seq 1000); do [ -e left%zu/%s ] && break; "
             "sleep 0.1; done; sleep 1; rm leaves) & exec '%s' fuzz --logic QF_LIA %s --time %ds "
             "--out left%zu",
             i, ways[i].begun, assay_program(), ways[i].options, ways[i].seconds, i);
    CommandResult result =
        run_command_with((const char *[]){"sh", "-c", line, NULL},
                         (CommandSettings){.directory = scratch_path("."), .timeout_ms = 200000});
    expect(result, 3, "", ways[i].why);
  }
}

static void test_usage(void **state)
{
  (void)state;
  expect(FUZZ("--logic", "QF_LIA"), 2, "", "which solver? Use --target");
  expect(FUZZ("--logic", "QF_LIA", "--objective", "bugs"), 2, "", "which solvers? Use --solvers");
  expect(FUZZ("--target", fake(0, SAT)), 2, "", "which logic?");
  expect(FUZZ("--logic", "QF_LIA", "--target", "nosuchsolver"), 2, "", "nosuchsolver");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--strategy", "random", "--no-enrich"),
         2, "", "--no-enrich is for margins with --strategy bandit2");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--decay", "2"), 2, "",
         "--decay 2 is not a number from 0 to 1");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--decay", "0"), 2, "", "--decay 0");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--min-gain", "x"), 2, "",
         "--min-gain x");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--cost", "counter"), 2, "",
         "--counter-limit");
  expect(FUZZ("--logic", "QF_LIA", "--target", fake(0, SAT), "--out", "/proc/none"), 3, "",
         "cannot make the folder '/proc/none'");
  expect(FUZZ("--logic", "QF_LIA", "--objective", "bugs", "--solvers", fakes(SAT, SAT),
              "--strategy", "evolutionary"),
         2, "", "evolutionary");
}

/* What cannot be generated is refused before solvers are asked what they support, which takes long. */
static void test_too_deep(void **state)
{
  (void)state;
  char target[256];
  snprintf(target, sizeof target, "z3@%s", getenv("ASSAY_FAKE_SOLVER"));
  CommandResult result = run_command_with(
      (const char *[]){assay_program(), "fuzz", "--logic", "QF_LIA", "--target", target, "--depth",
                       "1000", NULL},
      (CommandSettings){.directory = scratch_folder(),
                        .environment = (const char *const[]){"ASSAY_CACHE=of-too-deep", NULL},
                        .timeout_ms = 60000});
  expect_parts(&result, 2, "", "trees of depth 1000 are too large");
  expect_not_in(result.err, "what it supports");
  command_result_free(&result);
}

/* Results are not overwritten. */
static void test_folder(void **state)
{
  (void)state;
  expect(FUZZ("--logic", "QF_UF", "--target", fake(0, SAT), "--inputs", "2", "--seed", "7"), 0,
         "files: fuzz-QF_UF-7\n", "");
  expect(FUZZ("--logic", "QF_UF", "--target", fake(0, SAT), "--inputs", "2", "--seed", "7"), 0,
         "files: fuzz-QF_UF-7-2\n", "");
  expect(
      FUZZ("--logic", "QF_UF", "--target", fake(0, SAT), "--inputs", "2", "--out", "fuzz-QF_UF-7"),
      3, "", "not overwritten; 'assay fuzz --resume fuzz-QF_UF-7' resumes it");
  /* That is said before solvers are looked for and asked. */
  expect(FUZZ("--logic", "QF_UF", "--target", "z3@./nowhere", "--out", "fuzz-QF_UF-7"), 3, "",
         "not overwritten");
}

/* Ctrl-C: the results so far, and nothing that still runs. */
static void test_interrupt(void **state)
{
  (void)state;
  static const char *const objectives[] = {"time", "bugs"};
  for (int i = 0; i < 2; i++) {
    int out[2];
    assert_int_equal(pipe(out), 0);
    const char *solver = fake(0, "spin:20 " SAT), *list = i ? "--solvers" : "--target";
    pid_t pid = fork();
    if (pid == 0) {
      dup2(out[1], 1);
      if (chdir(scratch_folder()) != 0) _exit(9);
      execl(assay_program(), "assay", "fuzz", "--unrestricted", "--no-themes", "--literals", "0",
            "--logic", "QF_LIA", "--objective", objectives[i], list, solver, "--time", "1h", NULL);
      _exit(9);
    }
    close(out[1]);
    usleep(1500000);
    kill(pid, SIGINT);
    char text[4096] = "";
    size_t length = 0;
    ssize_t got;
    while ((got = read(out[0], text + length, sizeof text - 1 - length)) > 0) length += (size_t)got;
    close(out[0]);
    int status;
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    if (!strstr(text, "interrupted, ")) fail_msg("%s", text);
    if (!i && !strstr(text, "no isolated rerun")) fail_msg("%s", text);
  }
}

static void interrupt_after(const char *const *argv, unsigned milliseconds)
{
  pid_t pid = fork();
  if (pid == 0) {
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(9);
    if (chdir(scratch_folder()) != 0) _exit(9);
    execv(argv[0], (char **)(uintptr_t)argv);
    _exit(9);
  }
  usleep(milliseconds * 1000);
  kill(pid, SIGINT);
  int status;
  waitpid(pid, &status, 0);
  assert_true(WIFEXITED(status));
}

/* The target crashes at once, and while that is judged the reference takes its time: it ends with the input
 * in a file. */
static void test_interrupted_judgement(void **state)
{
  (void)state;
  interrupt_after((const char *[]){assay_program(), "fuzz", "--unrestricted", "--logic", "QF_LIA",
                                   "--target", fake(0, "crash:abrt"), "--reference",
                                   fake(1, "hang"), "--timeout", "30s", "--out", "torn", NULL},
                  2000);
  scratch_expect_in("torn/suspect-1.smt2", "(check-sat)");
}

/* --- solvers that are installed --- */

static void test_real_solvers(void **state)
{
  (void)state;
  json_t *summary = summary_of(FUZZ("--logic", "QF_LIA", "--target", "z3", "--reference", "cvc5",
                                    "--timeout", "1s", "--inputs", "10", "--out", "real", "--json"),
                               0);
  json_t *solvers = json_object_get(summary, "solvers");
  for (size_t i = 0; i < 2; i++) {
    json_t *outcomes = json_object_get(json_array_get(solvers, i), "outcomes");
    assert_true(number_of(outcomes, "sat") + number_of(outcomes, "unsat") > 0);
  }
  json_decref(summary);
  summary = summary_of(FUZZ("--logic", "QF_LIA", "--target", "z3", "--reference",
                            "z3(smt.arith.solver=2)", "--cost", "counter", "--counter-limit",
                            "10000000", "--inputs", "6", "--out", "counter", "--json"),
                       0);
  json_t *best = json_object_get(json_array_get(json_object_get(summary, "solvers"), 0), "best");
  assert_true(number_of(best, "counter") > 0);
  assert_true(number_of(best, "score") == number_of(best, "counter"));
  json_decref(summary);
}

/* --- all --- */

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slow_construct),
      cmocka_unit_test(test_one_ranking),
      cmocka_unit_test(test_replay),
      cmocka_unit_test(test_perfect),
      cmocka_unit_test(test_stopped),
      cmocka_unit_test(test_solver_time),
      cmocka_unit_test(test_strategies),
      cmocka_unit_test(test_nothing_rewarded),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_sizes_adapt),
      cmocka_unit_test(test_modes),
      cmocka_unit_test(test_findings_on_the_way),
      cmocka_unit_test(test_bugs),
      cmocka_unit_test(test_no_bugs),
      cmocka_unit_test(test_seeds),
      cmocka_unit_test(test_logic_of_seeds),
      cmocka_unit_test(test_useless_solvers),
      cmocka_unit_test(test_missing_solver),
      cmocka_unit_test(test_missing_solver_with_copies),
      cmocka_unit_test(test_usage),
      cmocka_unit_test(test_too_deep),
      cmocka_unit_test(test_folder),
      cmocka_unit_test(test_interrupt),
      cmocka_unit_test(test_interrupted_judgement),
      cmocka_unit_test(test_real_solvers),
  };
  return cmocka_run_group_tests_name("cli_fuzz", tests, scratch_set_up, scratch_tear_down);
}
