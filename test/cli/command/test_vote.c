/* assay vote, as its users run it: with fakes, and with the solvers that are installed. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/busy.h"
#include "support/expect.h"
#include "support/fakes.h"
#include "support/leftovers.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define FAKES(...) fakes_list("s", (const char *const[]){__VA_ARGS__, NULL})

#define VOTE(script, ...)                                                                          \
  run_command_with((const char *[]){assay_program(), "vote", __VA_ARGS__, NULL},                   \
                   (CommandSettings){.input = (script),                                            \
                                     .input_length = strlen(script),                               \
                                     .directory = getenv("ASSAY_SOURCE_ROOT")})

static const char query[] =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";

/* Satisfiable, but nobody finds that by chance. */
static const char hidden[] =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= (* 3 x) 23757))\n(check-sat)\n";

#define SAT   "'out:sat\\n'"
#define UNSAT "'out:unsat\\n'"

static void test_agreement(void **state)
{
  (void)state;
  expect(VOTE(query, "-s", FAKES(SAT, SAT, "'out:unknown\\n'"), "-"), 0, "<stdin>  sat ", "");
  expect(VOTE(query, "-s", FAKES(SAT, SAT, "'out:unknown\\n'"), "-"), 0,
         "\n\n1 script, 0 findings\n", "");
  expect(VOTE(query, "-s", FAKES("'out:unknown\\n'"), "-"), 0, "1 script (1 unsolved by all), 0",
         "");
  expect(VOTE(query, "-t", "200ms", "-s", FAKES(SAT, "hang"), "-"), 0, "timeout\n", "");
}

/* A solver that changes its input changes neither that of the others nor the user's file. */
static void test_inputs_are_copies(void **state)
{
  static const char text[] = "(set-logic QF_LIA)\n(assert (= 1 2))\n(check-sat)\n";
  char kept[sizeof text + 1] = "";
  (void)state;
  scratch_write("own.smt2", text);
  const char *writes = "'write:(check-sat)\\n' " UNSAT;
  const char *reads = "if:assert " UNSAT " unless:assert " SAT;
  expect(VOTE("", "-j", "1", "-s", FAKES(writes, reads, reads), scratch_path("own.smt2")), 0,
         "1 script, 0 findings", "");
  FILE *file = fopen(scratch_path("own.smt2"), "re");
  assert_non_null(file);
  kept[fread(kept, 1, sizeof kept - 1, file)] = 0;
  fclose(file);
  assert_string_equal(kept, text);
}

static void test_odd_names(void **state)
{
  (void)state;
  scratch_write("odd\n1 script, 0 findings.smt2", query);
  expect(VOTE("", "-s", FAKES("crash:segv"), scratch_path("odd\n1 script, 0 findings.smt2")), 1,
         "odd\\x0a1 script, 0 findings.smt2: ", "");
}

static void test_disagreement(void **state)
{
  (void)state;
  expect(VOTE(hidden, "-s", FAKES(SAT, UNSAT), "-"), 1, ": one of both is wrong\n", "");
  expect(VOTE(hidden, "-s", FAKES(SAT, SAT, UNSAT), "-"), 1, "s2: minority: unsat in QF_LIA\n", "");
  expect(VOTE(hidden, "-j", "3", "-s", FAKES(SAT, UNSAT, UNSAT), "-"), 1,
         "s0: minority: sat in QF_LIA\n", "");
  expect(VOTE("(assert true)(check-sat)", "-s", FAKES(UNSAT, UNSAT, UNSAT), "-"), 1,
         "says unsat, evaluation says sat\n", "");
}

/* A model that we find ourselves is as good as one of a solver. */
static void test_own_models(void **state)
{
  (void)state;
  /* A character beyond the alphabet has no value by the standard: nobody is wrong about it. */
  expect(VOTE("(set-logic ALL)(declare-const x String)(assert (= x (_ char #x93A83)))(check-sat)",
              "-s", FAKES(UNSAT), "-"),
         0, "0 findings", "");
  expect(VOTE(query, "-s", FAKES(UNSAT), "-"), 1,
         "says unsat, evaluation has found a model; the model: ((define-fun x () Int ", "");
  expect(VOTE(query, "-s", FAKES(UNSAT, UNSAT), "-"), 1, "s1: refuted: unsat in QF_LIA\n", "");
  expect(VOTE("(set-logic QF_UFLIA)(declare-sort U 0)(declare-fun f (U Int) Int)(declare-const u U)"
              "(declare-const a (Array Int Bool))(push 1)(assert false)(check-sat)(pop 1)"
              "(assert (< (f u 1) (f u 2)))(assert (select a 7))(check-sat)",
              "-s", FAKES("'out:unsat\\nunsat\\n'"), "-"),
         1, "check-sat 2: ", "");
  expect(VOTE("(set-logic QF_LIA)(declare-const x Int)(assert (and (> x 3) (< x 3)))(check-sat)",
              "-s", FAKES(UNSAT), "-"),
         0, "0 findings", "");
  expect(VOTE("(set-logic LIA)(declare-const x Int)(assert (forall ((y Int)) (> y x)))(check-sat)",
              "-s", FAKES(UNSAT), "-"),
         0, "0 findings", "");
  expect(VOTE(hidden, "-s", FAKES(UNSAT), "-"), 0, "0 findings", "");
}

static void test_status(void **state)
{
  (void)state;
  static const char known[] =
      "(set-info :status sat)(set-logic QF_LIA)(declare-const x Int)(check-sat)";
  expect(VOTE(known, "-s", FAKES(UNSAT), "-"), 0,
         "says unsat, the script says sat: one of both is wrong\n", "");
  expect(VOTE(known, "-s", FAKES(UNSAT, SAT), "-"), 1,
         "says unsat, the script says sat, and so does ", "");
  expect(VOTE(known, "-s", FAKES(UNSAT, UNSAT), "-"), 0, "1 x doubtful status: QF_LIA\n", "");
  expect(VOTE(known, "-s", FAKES(SAT), "-"), 0, "0 findings", "");
}

static void test_models(void **state)
{
  (void)state;
  expect(VOTE(query, "-s", FAKES("'out:sat\\n((define-fun x () Int 3))\\n'"), "-"), 1,
         "line 3: (> x 3); the model: ((define-fun x () Int 3))\n", "");
  expect(VOTE(query, "-s", FAKES("'out:sat\\n((define-fun x () Int 4))\\n'"), "-"), 0, "", "");
  expect(VOTE(query, "-s", FAKES("'out:sat\\n((define-fun x () Int 4))\\n'", UNSAT, UNSAT), "-"), 1,
         "s2: refuted: unsat in QF_LIA\n", "");
  expect(VOTE(query, "-s", FAKES("'out:unknown\\n((define-fun x () Int 3))\\n'"), "-"), 0, "", "");
}

static void test_failures(void **state)
{
  (void)state;
  expect(VOTE(query, "-s", FAKES("crash:segv"), "-"), 1, "crash: Segmentation fault [", "");
  expect(VOTE(query, "-s", FAKES("'out:(error \"bad 7\")\\n'", SAT), "-"), 1,
         "s0: rejects: bad N\n", "");
  expect(VOTE(query, "-s", FAKES("'out:(error \"bad\")\\n'"), "-"), 0, "error\n", "");
  expect(VOTE(query, "-s", FAKES("'out:unsupported\\n'", SAT), "-"), 0, "unsupported", "");
  char flood[4096];
  snprintf(flood, sizeof flood, "%s flood-out", getenv("ASSAY_FAKE"));
  expect(VOTE(query, "-s", flood, "-"), 1, "flood-out: flood\n", "");
}

/* The first run crashes and takes the file away, the second does not find it. */
static void test_flaky(void **state)
{
  (void)state;
  char mark[] = "/tmp/assay-vote-XXXXXX", command[4096];
  int fd = mkstemp(mark);
  assert_true(fd >= 0);
  close(fd);
  snprintf(command, sizeof command, "%s once %s", getenv("ASSAY_FAKE"), mark);
  expect(VOTE(query, "-s", command, "-"), 0, "\nflaky: seen once, and not again\n1 x ", "");
  unlink(mark);
}

/* CPU time counts, so that waiting for a processor does not matter. */
static void test_slow(void **state)
{
  (void)state;
  const char *solvers = FAKES(SAT, "spin:500 'out:sat\\n'", "spin:50 'out:sat\\n'");
  expect(VOTE(query, "--slow", "2", "--slow-least", "300ms", "-t", "20s", "-s", solvers, "-"), 1,
         "s1: slow: QF_LIA\n", "");
  expect(VOTE(query, "--slow", "2", "--slow-least", "300ms", "-t", "20s", "-s", solvers, "-"), 1,
         "  sat slow", "");
  expect(VOTE(query, "-t", "20s", "-s", solvers, "-"), 0, "0 findings", "");
}

static void test_cores(void **state)
{
  (void)state;
  static const char script[] =
      "(set-option :produce-unsat-cores true)\n(set-logic QF_LIA)\n(declare-const x Int)\n"
      "(assert (! (> x 3) :named a))\n(assert (! (< x 2) :named |b c|))\n(assert (< x 9))\n"
      "(check-sat)\n(get-unsat-core)\n";
#define CORE(core)   "if:get-unsat- 'out:unsat\\n" core "\\n'"
#define MODEL(value) "'out:sat\\n((define-fun x () Int " value "))\\n'"
  expect(VOTE(script, "-s", FAKES(CORE("(a)"), "if:define-fun " MODEL("4")), "-"), 1,
         " claims that the core (a) is unsat, ", "");
  expect(VOTE(script, "-s", FAKES(CORE("(a)"), "if:define-fun " MODEL("4")), "-"), 1,
         "s0: wrong core: QF_LIA\n", "");
  expect(VOTE(script, "-s", FAKES(CORE("(a)"), "if:define-fun 'out:sat\\n'"), "-"), 1,
         "s0: doubtful core: QF_LIA\n", "");
  expect(VOTE(script, "-s", FAKES(CORE("(|b c| a)"), "if:define-fun 'out:sat\\n'"), "-"), 0,
         "0 findings", "");
  expect(VOTE(script, "-s", FAKES(CORE("(a d)")), "-"), 1, "names 'd', which the script does not",
         "");
  /* The script that shows it goes with it: the other assertion is only a definition. */
  expect(VOTE(script, "--json", "-s", FAKES(CORE("(a)"), "if:define-fun " MODEL("4")), "-"), 1,
         "(assert (! (> x 3) :named a))\\n(define-fun |b c| () Bool (< x 2))\\n"
         "(assert (< x 9))\\n(check-sat)\\n\"",
         "");
}

static void test_assumptions(void **state)
{
  (void)state;
  static const char script[] =
      "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const p Bool)\n(declare-const q Bool)\n"
      "(assert (=> p (> x 3)))\n(assert (=> q (< x 3)))\n(check-sat-assuming (p q (not false)))\n"
      "(get-unsat-assumptions)\n";
  static const char model[] = "'if:assert p' 'out:sat\\n((define-fun x () Int 4)"
                              "(define-fun p () Bool true)(define-fun q () Bool false))\\n'";
  expect(VOTE(script, "-s", FAKES(CORE("(p)"), model), "-"), 1,
         " claims that the assumptions (p) conflict, ", "");
  expect(VOTE(script, "-s", FAKES(CORE("(p q)"), "'out:unknown\\n'"), "-"), 0, "0 findings", "");
  /* What is no assumption cannot be judged. */
  expect(VOTE(script, "-s", FAKES(CORE("((not q))"), model), "-"), 0, "0 findings", "");
}

/* Solvers are asked for cores only if they are to be. */
static void test_asking(void **state)
{
  (void)state;
  static const char script[] = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n"
                               "(assert (< x 2))\n(check-sat)\n(push)(check-sat)(pop)\n";
  const char *solvers =
      FAKES(UNSAT " if:get-unsat 'out:(assay!1)\\n'", "if:define-fun " MODEL("4"));
  expect(VOTE(script, "-s", solvers, "-"), 0, "0 findings", "");
  expect(VOTE(script, "--cores", "-s", solvers, "-"), 1,
         "<stdin>: check-sat 1: in the core (assay!1): ", "");
  expect(VOTE(script, "--cores", "-s", FAKES(UNSAT " if:get-unsat-core crash:segv"), "-"), 1,
         "check-sat 1: asked for a core: ", "");
  expect(VOTE(script, "--cores", "-s",
              FAKES("unless:get-unsat 'out:unsat\\n' if:get-unsat 'out:sat\\n'"), "-"),
         1, " says sat when it is asked for a core, and unsat otherwise\n", "");
}

#define LIE(when)                                                                                  \
  "(set-logic QF_UF)\n(set-info :do " when ")\n(declare-const p Bool)\n(assert p)\n(check-sat)\n"
#define FAKER(script, ...)                                                                         \
  VOTE(script, "--profiles", "test/data/fake-solvers.yaml", "-s", faker, __VA_ARGS__)
#define SESSION(name) ("test/data/session/" name)

static char faker[1024];

static void name_faker(const char *others)
{
  snprintf(faker, sizeof faker, "%sfaker@%s", others, getenv("ASSAY_FAKE_SOLVER"));
}

/* First runs in a session or as copies, second runs plain. */
static void test_modes(void **state)
{
  (void)state;
  name_faker("z3,");
  expect(FAKER(LIE("lie-in-session"), "--mode", "fast", "-"), 0, "1 script, 0 findings\n", "");
  expect(FAKER(LIE("lie-always"), "--mode", "session", "-"), 1, "says unsat", "");
  expect(FAKER(LIE("lie-always"), "--mode", "session", "-"), 1, "1 finding in 1 group\n", "");
  expect(FAKER(LIE("lie-always"), "--mode", "fast", "-"), 1, "says unsat", "");
  expect(FAKER(LIE("nothing"), "--mode", "session", "--json", "-"), 0,
         "\"mode\":\"session\",\"scripts_before\":0", "");
  expect(VOTE("", "--mode", "quick", "-"), 2, "", "plain");
  expect(VOTE("", "--compare-modes", "-"), 2, "", "is for runs with another --mode");
}

/* A long-lived solver that says something else than a new one. */
static void test_against_itself(void **state)
{
  (void)state;
  name_faker("z3,");
  CommandResult result = FAKER("", "--mode", "session", SESSION("1-poison.smt2"),
                               SESSION("2-victim.smt2"), SESSION("2-victim.smt2"));
  expect(result, 1,
         "says unsat in a long-lived process after 1 other script, and says sat in a "
         "process of its own: the script alone does not show it\n",
         "");
  expect(FAKER("", "--mode", "session", SESSION("1-poison.smt2"), SESSION("2-victim.smt2")), 1,
         ": against itself: session: unsat in QF_UF\n", "");
  /* What z3 has shown to be wrong does not show in a plain run. */
  expect(FAKER("", "--mode", "session", SESSION("1-poison.smt2"), SESSION("2-victim.smt2")), 1,
         "\nflaky: seen once with --mode session, and not again\n1 x faker", "");
  expect(FAKER(LIE("abort-in-session"), "--mode", "session", "-"), 1,
         ": against itself: session: crash: Aborted\n", "");
  /* A new process does not crash: nothing reproduces. */
  expect(
      FAKER("", "--mode", "session", SESSION("3-rot.smt2"), SESSION("2-victim.smt2")), 0,
      " crashes (Aborted) in a long-lived process after 1 other script, and says sat in a process "
      "of its own",
      "");
}

/* Without another solver nobody doubts an answer, unless modes are compared in any case. */
static void test_compared_modes(void **state)
{
  (void)state;
  name_faker("");
  expect(FAKER("", "--mode", "session", SESSION("1-poison.smt2"), SESSION("2-victim.smt2")), 1,
         "2 scripts, 1 finding in 1 group", "");
  expect(FAKER("", "--mode", "session", "--compare-modes", SESSION("1-poison.smt2"),
               SESSION("2-victim.smt2")),
         1, "2 scripts, 1 finding in 1 group", "");
  expect(
      FAKER(LIE("abort-alone"), "--mode", "session", "--compare-modes", "-"), 1,
      " says sat in a long-lived process as its first script, and crashes (Aborted) in a process "
      "of its own\n",
      "");
  static const char *const modes[] = {"session", "push", "fast"};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    expect(VOTE("", "--mode", modes[i], "--compare-modes", "-s", "z3,cvc5", "-t", "20s",
                "samples/overflow.smt2", SESSION("2-victim.smt2"), "samples/overflow.smt2"),
           0, "3 scripts, 0 findings\n", "");
}

/* The first one is wrong about the script that a model is found for, the third knows nothing, the last one crashes. */
static void test_tally(void **state)
{
  (void)state;
  char *a = strdup(scratch_write("a.smt2", hidden));
  char *b = strdup(scratch_write("b.smt2", query));
  const char *solvers =
      FAKES("unless:23757 " UNSAT " if:23757 " SAT, SAT, "'out:unknown\\n'", "crash:segv");
  expect(VOTE("", "-s", solvers, a, b), 1, "incorrect", "");
  expect(VOTE("", "-s", solvers, "--json", a, b), 1, "{\"summary\":[{\"solver\":", "");
  expect(VOTE("", "-s", solvers, "--json", a, b), 1,
         "s0\",\"scripts\":2,\"crash\":0,\"incorrect\":1,\"unknown\":0,\"timeout\":0}", "");
  expect(VOTE("", "-s", solvers, "--json", a, b), 1,
         "s2\",\"scripts\":2,\"crash\":0,\"incorrect\":0,\"unknown\":2,\"timeout\":0}", "");
  expect(VOTE("", "-s", solvers, "--json", a, b), 1,
         "s3\",\"scripts\":2,\"crash\":2,\"incorrect\":0,\"unknown\":0,\"timeout\":0}", "");
  free(a);
  free(b);
}

static void test_json(void **state)
{
  (void)state;
  expect(VOTE(query, "--json", "-s", FAKES(SAT, UNSAT), "-"), 1, "\"evidence\":\"", "");
  expect(VOTE(query, "--json", "-s", FAKES("'out:sat\\n((define-fun x () Int 3))\\n'"), "-"), 1,
         "\"answers\":[\"sat\"],\"models\":[\"wrong\"],", "");
  expect(VOTE("(assert", "--json", "-s", FAKES(SAT), "-"), 0, "{\"file\":\"<stdin>\",\"error\":\"",
         "skipped");
}

static void test_csv(void **state)
{
  (void)state;
  expect(VOTE(query, "--csv", "-s", FAKES(SAT), "-"), 0,
         "file,solver,answer,wall_seconds,cpu_seconds,peak_bytes\n<stdin>,", "");
  expect(VOTE("(check-sat)(check-sat)", "--csv", "-s", FAKES("'out:sat\\nunsat\\n'"), "-"), 1,
         ",\"sat, unsat\",0.", "");
}

static void test_inputs(void **state)
{
  (void)state;
  expect(VOTE("", "-s", FAKES(SAT), "samples"), 0, "samples/strings.smt2 ",
         "samples/broken.smt2:5:21: ");
  expect(VOTE("", "-s", FAKES(SAT), "samples"), 0, "4 scripts, 3 skipped, 0 findings\n", "");
  expect(VOTE("", "-s", FAKES(SAT), "--unchecked", "samples/broken.smt2"), 0,
         "samples/broken.smt2  sat\n", "; unchecked\n");
  expect(VOTE("", "-s", FAKES(SAT), "/nowhere.smt2", "samples/overflow.smt2"), 3,
         "1 script, 0 findings", "/nowhere.smt2");
  expect(VOTE("", "-s", FAKES(SAT), "test/fake"), 3, "", "there is no *.smt2 file");
#define HERE "./././././././././"
  expect(
      VOTE("", "-s", FAKES(SAT), "samples/overflow.smt2", HERE HERE HERE "samples/overflow.smt2"),
      0,
      "samples/overflow.smt2                                         sat\n" HERE HERE HERE
      "samples/overflow.smt2\n"
      "                                                              sat\n",
      "");
  expect(VOTE(query, "-q", "-s", FAKES(SAT), "-"), 0, "1 script, 0 findings\n", "");
}

static void test_mistakes(void **state)
{
  (void)state;
  expect(VOTE(query, "-s", "z33", "-"), 2, "", "did you mean 'z3'?");
  expect(VOTE(query, "-s", "z3@/nowhere", "-"), 3, "", "no solver is there");
  expect(VOTE(query, "-q"), 2, "", "");
  expect(VOTE(query, "--json", "--csv", "-"), 2, "", "");
}

static void test_interrupt(void **state)
{
  (void)state;
  char command[4096], seconds[20];
  snprintf(command, sizeof command, "%s act hang vote-interrupt", getenv("ASSAY_FAKE"));
  snprintf(seconds, sizeof seconds, "%.1f", busy_factor());
  CommandResult result = run_command_with(
      (const char *[]){"timeout", "-s", "INT", seconds, assay_program(), "vote", "-t", "50s", "-j",
                       "2", "-s", command, "test/data/solver-bugs", NULL},
      (CommandSettings){.directory = getenv("ASSAY_SOURCE_ROOT")});
  assert_non_null(strstr(result.out, "0 scripts, 0 findings"));
  assert_non_null(strstr(result.err, "interrupted"));
  assert_int_equal(leftovers_processes("vote-interrupt"), 0);
  command_result_free(&result);
}

/* --- real solvers --- */

static bool is_installed(const char *solver, const char *version)
{
  CommandResult run = run_command((const char *[]){solver, "--version", NULL});
  bool same = run.exit_code == 0 && strstr(run.out, version);
  command_result_free(&run);
  return same;
}

/* A line is there as soon as its script is judged, whatever happens later. */
static void test_lines_as_they_come(void **state)
{
  (void)state;
  char command[4096];
  snprintf(command, sizeof command, "%s act if:str.len hang 'out:sat\\n' vote-lines",
           getenv("ASSAY_FAKE"));
  CommandResult result = run_command_with(
      (const char *[]){"timeout", "-s", "KILL", "2", assay_program(), "vote", "-t", "50s", "-s",
                       command, "samples/overflow.smt2", "samples/strings.smt2", NULL},
      (CommandSettings){.directory = getenv("ASSAY_SOURCE_ROOT")});
  assert_non_null(strstr(result.out, "\nsamples/overflow.smt2  sat\n"));
  command_result_free(&result);
}

/* Scripts that start the solver themselves close what they have open, and some look at the name of the file. */
static void test_wrappers(void **state)
{
  (void)state;
  static const char text[] =
      "#!/usr/bin/env python3\n"
      "import subprocess, sys\n"
      "assert sys.argv[-1].endswith('.smt2')\n"
      "sys.exit(subprocess.run(['z3'] + sys.argv[1:], close_fds=True).returncode)\n";
  const char *path = scratch_write("wrapper.py", text);
  assert_int_equal(chmod(path, 0700), 0);
  char solvers[9000];
  snprintf(solvers, sizeof solvers, "%s,z3@%s", path, path);
  CommandResult result = VOTE(query, "-s", solvers, "-");
  const char *line = strstr(result.out, "<stdin>");
  assert_non_null(line);
  const char *first = strstr(line, " sat");
  assert_non_null(first);
  assert_non_null(strstr(first + 1, " sat"));
  assert_int_equal(result.exit_code, 0);
  command_result_free(&result);
}

static void test_real_solvers(void **state)
{
  (void)state;
  if (!is_installed("z3", "4.8.12") || !is_installed("cvc5", "1.0.3")) skip();
  static const struct {
    const char *file, *finding;
  } cases[] = {
      {"z3-array-equality", "z3: contradicts the evaluator: sat in "},
      {"cvc5-model-array-store", "cvc5: wrong model: ALL\n"},
      {"cvc5-model-regex-incremental", "check-sat 2: false in the model of cvc5, line 11"},
      {"cvc5-regex-empty-range", "cvc5: crash: "},
      {"z3-model-string-escape", "z3: wrong model: "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char path[200];
    snprintf(path, sizeof path, "test/data/solver-bugs/%s.smt2", cases[i].file);
    expect(VOTE("", "-t", "1m", "-s", "z3,cvc5", path), 1, cases[i].finding, "");
  }
  expect(VOTE("", "-t", "1m", "-s", "z3,cvc5", "samples/overflow.smt2"), 0,
         "samples/overflow.smt2  sat           sat\n\n1 script, 0 findings\n", "");
  /* Solvers compare their answer with the status, if they see it. */
  expect(VOTE("(set-info :status unsat)(set-logic QF_LIA)(declare-const x Int)(check-sat)", "-s",
              "z3,cvc5", "-"),
         0, "z3, cvc5 say sat with a model that is right, the script says unsat\n", "");
  /* cvc5 documents either root, the evaluator takes the one that is not negative. */
  expect(VOTE("(set-logic QF_NRAT)(assert (= (sqrt 1.0) (- 1.0)))(check-sat)", "-s", "cvc5", "-"),
         0, "0 findings", "");
}

/* --- solvers that print models only if the script asks --- */

static char asked_for[200];

/* "PROFILE@PROGRAM" of a solver that says sat, and this where the script asks for it. */
static const char *asked(const char *profile, const char *command, const char *answer)
{
  char text[1000];
  snprintf(text, sizeof text,
           "#!/bin/sh\nfor file; do :; done\ntest -f \"$file\" || file=/dev/stdin\necho sat\n"
           "if grep -q '%s' $file; then printf '%s\\n'; fi\n",
           command, answer);
  const char *path = scratch_write(profile, text);
  assert_int_equal(chmod(path, 0700), 0);
  snprintf(asked_for, sizeof asked_for, "%s@%s", profile, path);
  return asked_for;
}

static const char bits[] =
    "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (bvugt x #x03))\n(check-sat)\n";

static void test_asking_for_models(void **state)
{
  (void)state;
  /* The last one as SMTInterpol prints it, which is run by java. */
  static const struct {
    const char *profile, *command, *script, *wrong, *right;
  } forms[] = {
      {"yices", "get-value (x)", query, "((x 2))", "((x 5))"},
      {"mathsat", "get-value (x)", query, "( (x (- 2)) )", "( (x 5) )"},
      {"stp", "get-value (x)", bits, "((|x| #x02 ))", "(( |x| #x05 ))"},
      {"opensmt", "get-model", query, "(\\n(define-fun x () Int\\n 2)\\n)",
       "(\\n(define-fun x () Int\\n 4)\\n)"},
      {"opensmt", "get-model", query, "(model (define-fun x () Int 2))",
       "(model (define-fun x () Int 9))"},
  };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const char *profile = forms[i].profile;
    expect(VOTE(forms[i].script, "-s", asked(profile, forms[i].command, forms[i].wrong), "-"), 1,
           ": wrong model", "");
    expect(VOTE(forms[i].script, "-s", asked(profile, forms[i].command, forms[i].right), "-"), 0,
           "0 findings", "");
  }
}

/* Such a model is as good as any other; an error in its place, or values of some constants only, say nothing. */
static void test_asked_models_as_evidence(void **state)
{
  (void)state;
  char both[5000];
  snprintf(both, sizeof both, "%s,%s", asked("yices", "get-value (x)", "((x 7919))"), FAKES(UNSAT));
  expect(VOTE(hidden, "-s", both, "-"), 1, "s0: refuted: unsat in QF_LIA\n", "");
  expect(VOTE(query, "-s", asked("yices", "get-value (x)", "(error \"no model\")"), "-"), 0,
         "0 findings", "");
  expect(VOTE("(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (> x y))"
              "(check-sat)(get-value (x))",
              "-s", asked("yices", "get-value (x)", "((x 2))"), "-"),
         0, "0 findings", "");
  expect(VOTE("(set-logic QF_UFLIA)(declare-const x Int)(declare-fun f (Int) Int)"
              "(assert (> (f x) x))(check-sat)",
              "-s", asked("yices", "get-value", "((x 2))"), "-"),
         0, "0 findings", "");
}

/* One solver is enough: a script within the standard and a logic that the profile claims gives no reason for an error. What the
 * solver has no name for, or what is beyond the standard, is no finding. */
static void test_rejection_alone(void **state)
{
  (void)state;
  if (!is_installed("z3", "4.8.12")) skip();
  CommandResult r = VOTE("", "-s", "z3", "test/data/solver-bugs/z3-datatype-tester.smt2");
  assert_int_equal(r.exit_code, 1);
  expect_in(r.out, "z3: rejects: ");
  command_result_free(&r);
  expect(VOTE("(set-logic QF_LIA)(declare-const x Int)(assert ((_ divisible 3) x))(check-sat)",
              "-s", "z3", "-"),
         0, "0 findings", "");
  expect(VOTE("(set-logic ALL)(assert (= (bag.card (bag 1 2)) 2))(check-sat)", "-s", "z3", "-"), 0,
         "0 findings", "");
}

/* Following the stack of a crash takes time that is not the solver's: the run in which it is followed has more than the limit. */
static void test_more_time_for_stacks(void **state)
{
  (void)state;
  const char *path = scratch_write(
      "late", "#!/bin/sh\n[ -e $0.mark ] && sleep 1.3\ntouch $0.mark\nkill -SEGV $$\n");
  assert_int_equal(chmod(path, 0755), 0);
  CommandResult r = VOTE(query, "-t", "1s", "-s", path, "-");
  assert_int_equal(r.exit_code, 1);
  expect_in(r.out, "crash: Segmentation fault");
  expect_not_in(r.out, "did not reproduce");
  command_result_free(&r);
}

int main(void)
{
  setenv("XDG_CONFIG_HOME", "/nowhere", 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_agreement),
      cmocka_unit_test(test_inputs_are_copies),
      cmocka_unit_test(test_odd_names),
      cmocka_unit_test(test_disagreement),
      cmocka_unit_test(test_own_models),
      cmocka_unit_test(test_status),
      cmocka_unit_test(test_models),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_flaky),
      cmocka_unit_test(test_slow),
      cmocka_unit_test(test_cores),
      cmocka_unit_test(test_assumptions),
      cmocka_unit_test(test_asking),
      cmocka_unit_test(test_modes),
      cmocka_unit_test(test_against_itself),
      cmocka_unit_test(test_compared_modes),
      cmocka_unit_test(test_tally),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_csv),
      cmocka_unit_test(test_inputs),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_interrupt),
      cmocka_unit_test(test_lines_as_they_come),
      cmocka_unit_test(test_wrappers),
      cmocka_unit_test(test_real_solvers),
      cmocka_unit_test(test_asking_for_models),
      cmocka_unit_test(test_asked_models_as_evidence),
      cmocka_unit_test(test_rejection_alone),
      cmocka_unit_test(test_more_time_for_stacks),
  };
  return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
