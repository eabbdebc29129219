/* assay compare, as its users run it: with fakes that got worse. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

static char list[4096];

/* Solvers "FAKE act STEPS NAME", separated by commas; the names are old, new and new2. */
static const char *fakes(const char *const *steps)
{
  static const char *const names[] = {"old", "new", "new2"};
  size_t used = 0;
  for (size_t i = 0; steps[i]; i++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s act %s %s", i ? "," : "",
                             getenv("ASSAY_FAKE"), steps[i], names[i]);
  return list;
}
#define FAKES(...) fakes((const char *const[]){__VA_ARGS__, NULL})

#define COMPARE(...)                                                                               \
  run_command_with((const char *[]){assay_program(), "compare", __VA_ARGS__, NULL},                \
                   (CommandSettings){.directory = scratch_folder()})

#define SAT     "'out:sat\\n'"
#define UNSAT   "'out:unsat\\n'"
#define UNKNOWN "'out:unknown\\n'"

static int set_up(void **state)
{
  int code = scratch_set_up(state);
  assert_int_equal(mkdir(scratch_path("set"), 0700), 0);
  scratch_write("set/open.smt2",
                "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n");
  scratch_write("set/known.smt2", "(set-logic QF_LIA)\n(set-info :status sat)\n"
                                  "(declare-const y Int)\n(assert (> y 3))\n(check-sat)\n");
  return code;
}

static void test_nothing_changed(void **state)
{
  (void)state;
  expect(COMPARE("-t", "5s", FAKES(SAT, SAT), "set"), 0, "2 benchmarks, time limit 5 s", "");
  expect(COMPARE("-t", "5s", "--json", FAKES(SAT, SAT), "set", "set/open.smt2"), 0,
         "{\"benchmarks\":2,\"limit\":5", "");
  expect(COMPARE("-t", "5s", "--json", FAKES(SAT, SAT), "set"), 0, "\"worse\":0,\"better\":0", "");
}

static void test_answers(void **state)
{
  (void)state;
  expect(COMPARE("-t", "5s", FAKES(SAT, UNSAT), "set/open.smt2"), 1, "answer changed", "");
  expect(COMPARE("-t", "5s", FAKES(SAT, UNSAT), "set/known.smt2"), 1, "newly wrong", "");
  expect(COMPARE("-t", "5s", FAKES(UNSAT, SAT), "set/known.smt2"), 0, "no longer wrong", "");
  expect(COMPARE("-t", "5s", FAKES(UNSAT, "crash:abrt"), "set/known.smt2"), 1, "newly failing", "");
}

static void test_unsolved(void **state)
{
  (void)state;
  expect(COMPARE("-t", "5s", FAKES(SAT, UNKNOWN), "set"), 1, "newly unsolved", "");
  expect(COMPARE("-t", "5s", FAKES(UNKNOWN, SAT), "set"), 0, "newly solved", "");
  expect(COMPARE("-t", "5s", FAKES(UNKNOWN, "crash:abrt"), "set"), 1, "newly failing", "");
  expect(COMPARE("-t", "5s", FAKES(UNKNOWN, UNKNOWN), "set"), 0, "2 benchmarks", "");
  expect(COMPARE("-t", "1s", FAKES(SAT, "hang"), "set/open.smt2"), 1, "newly unsolved", "");
}

/* Times are CPU times of loops, against limits that are far away. */
static void test_slow(void **state)
{
  (void)state;
#define SLOW "spin:300 " SAT
  expect(COMPARE("--cost", "cpu", "--floor", "150ms", FAKES(SAT, SLOW), "set/open.smt2"), 1,
         "newly slow", "");
  expect(COMPARE("--cost", "cpu", "--floor", "150ms", FAKES(SLOW, SAT), "set/open.smt2"), 0,
         "newly fast", "");
  expect(COMPARE("--cost", "cpu", "--floor", "8s", FAKES(SAT, SLOW), "set/open.smt2"), 0,
         "slow: more than 2 times as long, and 8 s longer", "");
  expect(COMPARE("--cost", "cpu", "--floor", "0", "--factor", "1e9", FAKES(SAT, SLOW),
                 "set/open.smt2"),
         0, "1 benchmark,", "");
}

/* A solver that times out the first time only. */
static void test_what_does_not_reproduce_is_left_out(void **state)
{
  (void)state;
  char solvers[2048];
  scratch_write("flaky", "#!/bin/sh\nif [ ! -e was-run ]; then : >was-run; sleep 20; fi\n"
                         "echo sat\n");
  scratch_write("steady", "#!/bin/sh\necho sat\n");
  snprintf(solvers, sizeof solvers, "sh %s/steady,sh -c 'cd %s && . ./flaky' flaky",
           scratch_folder(), scratch_folder());
  expect(COMPARE("-t", "1s", solvers, "set/open.smt2"), 0,
         "left out: 1 that did not reproduce in another run", "");
  scratch_remove("was-run");
  expect(COMPARE("-t", "1s", "--confirm", "0", solvers, "set/open.smt2"), 1, "newly unsolved", "");
}

static void test_runs_are_kept_and_drawn(void **state)
{
  (void)state;
  expect(COMPARE("-t", "5s", "-o", "kept.csv", FAKES(SAT, UNKNOWN, SAT), "set"), 1,
         "newly unsolved", "");
  expect(COMPARE("-t", "5s", "-o", "kept.csv", FAKES(SAT, UNKNOWN, SAT), "set"), 1,
         "newly unsolved", "resuming: 6 of 6 runs are done\n");
  expect(run_command_with((const char *[]){assay_program(), "plot", "kept.csv", NULL},
                          (CommandSettings){.directory = scratch_folder()}),
         0, "inputs decided, of 2", "");
  /* What is in the file and was not asked for does not count. */
  expect(COMPARE("-t", "5s", "-o", "kept.csv", FAKES(SAT, UNKNOWN, SAT), "set/open.smt2"), 1,
         "1 benchmark,", "");
}

static void test_points_open_scripts(void **state)
{
  (void)state;
  scratch_write("set/it's <one>.smt2", "(set-logic QF_LIA)\n(check-sat)\n");
  mkdir(scratch_path("figures"), 0700);
  expect(COMPARE("-t", "5s", "--scatter", "figures/points.svg", FAKES(SAT, UNKNOWN), "set"), 1,
         "newly unsolved", "");
  scratch_expect_in("figures/points.svg", "<a href=\"../set/open.smt2\">");
  scratch_expect_in("figures/points.svg", "<a href=\"../set/it%27s%20%3Cone%3E.smt2\">");
  scratch_expect_in("figures/points.svg", "it&#39;s &#60;one&#62;.smt2: sat 0.");
  scratch_expect_in("figures/points.svg", "cy=\"70.0\""); /* unknown at once is not fast */
  scratch_remove("set/it's <one>.smt2");
}

/* The text between two lines of the page of the command. */
static char *recipe(const char *from, const char *to)
{
  FileText page;
  Error error;
  StrBuf path;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/doc/compare.md", getenv("ASSAY_SOURCE_ROOT"));
  if (file_read(strbuf_text(&path), 0, &page, &error)) fail_msg("%s", error.message);
  char *start = strstr(page.bytes, from), *end = start ? strstr(start, to) : NULL;
  assert_non_null(end);
  char *text = mem_copy_string(start, (size_t)(end - start));
  file_text_free(&page);
  strbuf_deinit(&path);
  return text;
}

/* Instead of what is there in the page. */
static void put(char **text, const char *old, const char *new)
{
  char *at = strstr(*text, old);
  assert_non_null(at);
  StrBuf out;
  strbuf_init(&out, 0);
  strbuf_add(&out, *text, (size_t)(at - *text));
  strbuf_printf(&out, "%s%s", new, at + strlen(old));
  free(*text);
  *text = mem_copy_string(strbuf_text(&out), out.length);
  strbuf_deinit(&out);
}

static int run_recipe(const char *text)
{
  scratch_write("recipe.sh", text);
  CommandResult result = run_command_with((const char *[]){"sh", "recipe.sh", NULL},
                                          (CommandSettings){.directory = scratch_folder()});
  int code = result.exit_code;
  command_result_free(&result);
  return code;
}

/* The job of the page, with fakes instead of builds. */
static void test_job_of_the_page(void **state)
{
  (void)state;
  char *text = recipe("          assay compare z3@old", "      - uses: actions/upload");
  put(&text, "assay compare", assay_program());
  put(&text, " z3@old/build/z3,z3@new/build/z3", " compare \"$SOLVERS\"");
  put(&text, "new/regressions", "set");
  setenv("SOLVERS", FAKES(SAT, SAT), 1);
  assert_int_equal(run_recipe(text), 0);
  scratch_remove("runs.csv");
  setenv("SOLVERS", FAKES(SAT, UNKNOWN), 1);
  assert_int_equal(run_recipe(text), 1);
  scratch_expect_in("scatter.svg", "set/open.smt2");
  free(text);
}

/* git bisect run with the script of the page: a solver that one of six commits made slow to answer. */
static void test_bisect_of_the_page(void **state)
{
  (void)state;
  char *text = recipe("cmake --build build -j 4 >/dev/null 2>&1 || exit 125\nassay compare", "```");
  put(&text, "cmake --build build -j 4 >/dev/null 2>&1 || exit 125", "cp source solver");
  put(&text, "assay compare", assay_program());
  put(&text, "z3@/home/me/z3-good,z3@build/z3", "compare 'sh ../good','sh ./solver'");
  put(&text, "slow.smt2", "../set/open.smt2");
  scratch_write("bisect.sh", text);
  free(text);
  scratch_write("good", "echo sat\n");
  scratch_write("history.sh", "set -e\nrm -rf repo\ngit init -q repo\ncd repo\nexport "
                              "GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.c "
                              "GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.c\n"
                              "for i in 1 2 3 4 5 6; do\n"
                              "  if [ $i -ge 4 ]; then echo \"echo unknown # $i\"; else echo "
                              "\"echo sat # $i\"; fi >source\n"
                              "  git add source && git commit -qm \"change $i\"\ndone\n"
                              "git bisect start HEAD HEAD~5\ngit bisect run sh ../bisect.sh\n");
  expect(run_command_with((const char *[]){"sh", "history.sh", NULL},
                          (CommandSettings){.directory = scratch_folder()}),
         0, "change 4", "");
}

static void test_wrong_use(void **state)
{
  (void)state;
  expect(COMPARE(FAKES(SAT), "set"), 2, "", "name two solvers or more");
  expect(COMPARE("/bin/cat,/bin/cat", "set"), 2, "", "'/bin/cat' is named twice");
  expect(COMPARE("cat"), 2, "", "");
  expect(COMPARE("--factor", "0.5", FAKES(SAT, SAT), "set"), 2, "", "--factor has to be");
  expect(COMPARE("--factor", "nan", FAKES(SAT, SAT), "set"), 2, "", "--factor has to be");
  expect(COMPARE(FAKES(SAT, SAT), "nowhere"), 3, "", "nowhere");
  expect(COMPARE("no-such-solver,/bin/cat", "set"), 2, "", "no-such-solver");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_changed),
      cmocka_unit_test(test_answers),
      cmocka_unit_test(test_unsolved),
      cmocka_unit_test(test_slow),
      cmocka_unit_test(test_what_does_not_reproduce_is_left_out),
      cmocka_unit_test(test_runs_are_kept_and_drawn),
      cmocka_unit_test(test_points_open_scripts),
      cmocka_unit_test(test_job_of_the_page),
      cmocka_unit_test(test_bisect_of_the_page),
      cmocka_unit_test(test_wrong_use),
  };
  return cmocka_run_group_tests_name("cli_compare", tests, set_up, scratch_tear_down);
}
