/* What scripts say of themselves, hiding it, computing it, and what counts of a solver's output. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "language/smt/blank.h"
#include "language/smt/examiner.h"

typedef struct {
  Examiner *examiner;
  Examination *examination;
  char bytes[2000];
  FileText text;
  Facts facts;
  Vote vote;
} Fixture;

static Status read_facts(Fixture *f, const char *text)
{
  Error error = {0};
  *f = (Fixture){.examiner = smtlib_examiner.create(&(ExamineLimits){0})};
  assert_true(strlen(text) + FILE_PADDING < sizeof f->bytes);
  memcpy(f->bytes, text, strlen(text));
  f->text = (FileText){.bytes = f->bytes, .length = strlen(text)};
  f->examination = smtlib_examiner.begin(f->examiner, &f->text, &f->facts, &error);
  return error.status;
}

static void forget(Fixture *f)
{
  smtlib_examiner.end(f->examination);
  smtlib_examiner.destroy(f->examiner);
  facts_deinit(&f->facts);
  vote_deinit(&f->vote);
}

#define ONE "(declare-const x Int)(assert (> x 3))"

static void expect_statuses(const char *text, const char *letters)
{
  Fixture f;
  assert_int_equal(read_facts(&f, text), STATUS_OK);
  assert_int_equal(f.facts.statuses.count, strlen(letters));
  for (size_t i = 0; letters[i]; i++)
    assert_int_equal(solver_answer_name(facts_status(&f.facts, i))[1], letters[i]);
  forget(&f);
}

/* The second letters of sat, unsat and unknown: a, n, n. */
static void test_statuses(void **state)
{
  (void)state;
  expect_statuses("(set-info :status sat)" ONE "(check-sat)", "a");
  expect_statuses("(set-info :status unsat)" ONE "(check-sat)(exit)", "n");
  expect_statuses(ONE "(check-sat)(set-info :status sat)", "");
  expect_statuses("(set-info :status sat)" ONE "(check-sat)(check-sat)", "");
  expect_statuses("(set-info :status sat)(check-sat)(set-info :status unsat)(check-sat)", "an");
  expect_statuses("(set-info :status |odd|)(check-sat)", "n");
}

static void expect_blanked(const char *text, const char *expected)
{
  char copy[200];
  snprintf(copy, sizeof copy, "%s", text);
  smtlib_blank_statuses(copy, strlen(copy));
  assert_string_equal(copy, expected);
}

static void test_blanking(void **state)
{
  (void)state;
  expect_blanked("(set-info :status sat)(check-sat)", "                      (check-sat)");
  expect_blanked("a( set-info ;x\n:status\nsat )b", "a             \n       \n     b");
  expect_blanked("(set-info :source |(set-info :status sat)|)",
                 "(set-info :source |(set-info :status sat)|)");
  expect_blanked("; (set-info :status sat)\n", "; (set-info :status sat)\n");
  expect_blanked("(assert (set-info :status sat))", "(assert (set-info :status sat))");
  expect_blanked("(set-info :status (a b))", "                        ");
  expect_blanked("(set-info :status sat", "(set-info :status sat");
  expect_blanked(")(set-info x :status sat)", ")(set-info x :status sat)");
  expect_blanked("", "");
}

static void test_traits(void **state)
{
  (void)state;
  Fixture f;
  assert_int_equal(read_facts(&f, "(set-logic QF_LIA)" ONE "(check-sat)"), STATUS_OK);
  assert_true(f.facts.understood && f.facts.constants && f.facts.conclusive && f.facts.plain);
  assert_string_equal(f.facts.logic, "QF_LIA");
  forget(&f);
  static const char *const plain[] = {
      ("(set-info :smt-lib-version 2.6)(set-logic ALL)(declare-const a (Array Bool Bool))"
       "(assert (and (select a true) (select a false) true))(check-sat)(get-value (a))"),
      "(set-logic ALL)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (p x) :pattern ((p "
      "x)))))(check-sat)",
      "(set-logic ALL)(assert (! (= #b00 (concat #b0 #b0)) :named n))(check-sat)",
      "(set-option :produce-models true)(set-logic QF_LIA)" ONE "(check-sat)(get-value (x))"
      "(get-model)(reset)(set-option :random-seed 1)(set-logic QF_LIA)" ONE "(check-sat)",
      "(set-logic ALL)(declare-const s String)(assert (= s (_ char #x41)))(check-sat)",
      "(set-logic ALL)(declare-datatypes ((L 0)) (((c (t L)) (n))))(assert ((_ is n) "
      "n))(check-sat)",
  };
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    if (read_facts(&f, plain[i]) != STATUS_OK || !f.facts.plain) fail_msg("%s", plain[i]);
    forget(&f);
  }
  static const char *const open[] = {
      "(assert (> (cot 0.0) (/ 1 0)))(check-sat)",
      "(declare-const x Int)(assert (= (^ 2 x) 0))(check-sat)",
  };
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
    if (read_facts(&f, open[i]) != STATUS_OK || f.facts.conclusive) fail_msg("%s", open[i]);
    assert_int_equal(f.facts.computed.count, 0);
    forget(&f);
  }
  static const char *const not_plain[] = {
      /* What solvers read and the standard has not. */
      "(declare-const x Real)(assert (< x 2.))(check-sat)",
      "(declare-const x Int)(assert (distinct x))(check-sat)",
      "(declare-const a (Array Int Int Int))(check-sat)",
      "(declare-const a (Array Int Bool))(assert (= a (lambda ((x Int)) true)))(check-sat)",
      "(assert (= #x01 (bvudiv_i #x01 #x01)))(check-sat)",
      "(declare-const l (List Int))(check-sat)",
      "(assert (let ((a true) (a false)) a))(check-sat)",
      "(set-logic QF_IDL)" ONE "(assert (= (* x x) 4))(check-sat)",
      "(set-option :smt.arith.solver 2)" ONE "(check-sat)",
      "(set-logic ALL)" ONE "(simplify x)(check-sat)",
      "(set-logic ALL)(assert (bvsmul_noovfl #x7f #xe7))(check-sat)",
      "(set-logic ALL)(declare-const r Real)(assert (> r (to_real 1)))(check-sat)",
      "(set-logic ALL)(assert (and true))(check-sat)",
      "(set-logic ALL)(assert (= #b000 (concat #b0 #b0 #b0)))(check-sat)",
      "(set-logic ALL)(declare-const s String)(assert (= s (_ char #x93A83)))(check-sat)",
      "(set-logic ALL)(declare-datatype D ((c (s Int))))(declare-const d D)"
      "(assert (= d ((_ update s) d 1)))(check-sat)",
      "(set-logic ALL)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (p x) :pattern "
      "())))(check-sat)",
      "(set-logic ALL)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (p x) :pattern "
      "(x))))(check-sat)",
      "(set-logic ALL)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (p x) :qid "
      "q)))(check-sat)",
      "(set-info :smt-lib-version 2.7)(set-logic ALL)(check-sat)",
      "(set-logic ALL)(get-info :reason-unknown)(check-sat)",
      "(set-logic ALL)(declare-const x Int)(get-value (x))(check-sat)",
      "(set-logic QF_ABV)(declare-const a (Array Bool (_ BitVec 8)))"
      "(assert (= (select a true) #x00))(check-sat)",
      "(set-logic QF_LIA)(declare-const @x Int)(assert (= @x 1))(check-sat)",
      "(set-logic QF_LIA)(declare-const .x Int)(assert (= .x 1))(check-sat)",
      "(set-logic QF_LIA)(declare-const sin Int)(assert (= sin 1))(check-sat)",
      "(set-logic ALL)(declare-datatypes () ((L (c (t L)) (n))))(assert ((_ is n) n))(check-sat)",
      "(set-logic QF_ABV)(declare-const a (Array (_ BitVec 1) (Array (_ BitVec 1) (_ BitVec 1))))"
      "(assert (= (select a #b0) (select a #b1)))(check-sat)",
      "(declare-const x Int)(assert (= x 1))(check-sat)",
      "(set-logic QF_LIA)(set-logic QF_LIA)" ONE "(check-sat)",
      "(declare-const y Int)(set-logic QF_LIA)" ONE "(check-sat)",
      "(set-logic QF_LIA)" ONE "(set-option :produce-models true)(check-sat)",
      "(set-logic QF_LIA)(check-sat)" ONE "(get-value (x))(check-sat)",
  };
  for (size_t i = 0; i < sizeof not_plain / sizeof *not_plain; i++) {
    if (read_facts(&f, not_plain[i]) != STATUS_OK || f.facts.plain) fail_msg("%s", not_plain[i]);
    forget(&f);
  }
  assert_int_equal(read_facts(&f, "(define-fun-rec f ((x Int)) Int (+ 1 (f x)))(check-sat)"),
                   STATUS_OK);
  assert_false(f.facts.conclusive);
  forget(&f);
  assert_int_not_equal(read_facts(&f, "(assert (f x))(check-sat)"), STATUS_OK);
  assert_false(f.facts.understood || f.facts.plain || f.facts.conclusive);
  assert_int_equal(f.facts.traits.queries, 1);
  forget(&f);
}

static void expect_computed(const char *text, size_t count, SolverAnswer last)
{
  Fixture f;
  assert_int_equal(read_facts(&f, text), STATUS_OK);
  if (f.facts.computed.count != count) fail_msg("%zu: %s", f.facts.computed.count, text);
  if (count) assert_int_equal(facts_computed(&f.facts, count - 1), last);
  forget(&f);
}

static void test_computed(void **state)
{
  (void)state;
  expect_computed("(assert (< 1 2))(check-sat)", 1, SAYS_SAT);
  expect_computed("(assert (< 1 2))(check-sat)(assert (< 2 1))(check-sat)", 2, SAYS_UNSAT);
  expect_computed("(push)(assert (< 2 1))(check-sat)(pop)(check-sat)", 2, SAYS_SAT);
  expect_computed("(assert (< 1 2))(check-sat-assuming (false))", 1, SAYS_UNSAT);
  expect_computed(ONE "(check-sat)", 0, SAYS_SAT);
  expect_computed("(define-fun-rec f ((x Int)) Int (+ 1 (f x)))(check-sat)", 0, SAYS_SAT);
  expect_computed("(assert (< 1 2))", 0, SAYS_SAT);
}

/* A solver's output as if it had ended by itself. */
static void read_vote(Fixture *f, const char *text, const char *output, RunEnd end)
{
  Profiles *profiles = profiles_create();
  char name[] = "s";
  Solver solver = {
      .name = name, .profile = profiles_generic(profiles), .generic = profiles_generic(profiles)};
  assert_int_equal(read_facts(f, text), STATUS_OK);
  SolveRequest request = {.solver = &solver, .traits = f->facts.traits};
  RunResult run = {.end = end, .exit_code = end == RUN_EXITED ? 0 : -1};
  run.out = (RunOutput){mem_copy_string(output, strlen(output)), strlen(output), false,
                        output[strlen(output) - 1] == '\n'};
  Outcome outcome;
  outcome_read(&request, &run, &outcome);
  examiner_read(&smtlib_examiner, f->examination, &f->facts, &outcome, &f->vote);
  outcome_deinit(&outcome);
  profiles_destroy(profiles);
}

static void expect_vote(const char *text, const char *output, RunEnd end, size_t answers,
                        ModelState last)
{
  Fixture f;
  read_vote(&f, text, output, end);
  if (f.vote.answers.count != answers) fail_msg("%zu: %s", f.vote.answers.count, output);
  if (answers && f.vote.answers.items[answers - 1].model != last)
    fail_msg("model %d: %s", (int)f.vote.answers.items[answers - 1].model, output);
  assert_int_equal(f.vote.false_query != 0, answers && last == MODEL_WRONG);
  forget(&f);
}

#define MODEL(x) "((define-fun x () Int " x "))"

static void test_models(void **state)
{
  (void)state;
  static const char query[] = ONE "(check-sat)";
  expect_vote(query, "sat\n", RUN_EXITED, 1, MODEL_NONE);
  expect_vote(query, "sat\n" MODEL("4") "\n", RUN_EXITED, 1, MODEL_RIGHT);
  expect_vote(query, "sat\n" MODEL("3") "\n", RUN_EXITED, 1, MODEL_WRONG);
  expect_vote(query, "sat\n((define-fun x () Int", RUN_EXITED, 1, MODEL_NONE);
  expect_vote(query, "sat\n((define-fun x () Bool true))\n", RUN_EXITED, 1, MODEL_OPEN);
  /* A candidate, a model behind an error, and one that may have been cut. */
  expect_vote(query, "unknown\n" MODEL("3") "\n", RUN_EXITED, 1, MODEL_NONE);
  expect_vote(query, "(error \"no\")\nsat\n" MODEL("3") "\n", RUN_EXITED, 0, MODEL_NONE);
  expect_vote(query, "sat\n" MODEL("3"), RUN_WALL_LIMIT, 1, MODEL_NONE);
  expect_vote(query, "sat\n" MODEL("3") "\n", RUN_WALL_LIMIT, 1, MODEL_WRONG);
  /* One of two is wrong. */
  expect_vote(query, "sat\n" MODEL("3") "\n" MODEL("4") "\n", RUN_EXITED, 1, MODEL_WRONG);
}

static void test_answers(void **state)
{
  (void)state;
  static const char twice[] = ONE "(check-sat)(check-sat)";
  expect_vote(twice, "sat\nunsat\n", RUN_EXITED, 2, MODEL_NONE);
  expect_vote(twice, "sat\n(error \"x\")\nunsat\n", RUN_EXITED, 1, MODEL_NONE);
  expect_vote(twice, "sat\n", RUN_WALL_LIMIT, 1, MODEL_NONE);
  /* An echo may look like an answer. */
  static const char echo[] = ONE "(echo \"sat\")(check-sat)";
  expect_vote(echo, "sat\n", RUN_WALL_LIMIT, 0, MODEL_NONE);
  expect_vote(echo, "sat\nunsat\n", RUN_EXITED, 0, MODEL_NONE);
  expect_vote(echo, "\"sat\"\nunsat\n", RUN_EXITED, 1, MODEL_NONE);
}

static void test_rejection(void **state)
{
  (void)state;
  static const char query[] = ONE "(check-sat)(get-model)";
  Fixture f;
  read_vote(&f, query, "(error \"bad\")\n", RUN_EXITED);
  assert_true(f.vote.rejected);
  assert_string_equal(f.vote.message, "bad");
  forget(&f);
  read_vote(&f, query, "(error \"bad\")\nsat\n", RUN_EXITED);
  assert_true(f.vote.rejected);
  forget(&f);
  read_vote(&f, query, "unsat\n(error \"no model\")\n", RUN_EXITED);
  assert_false(f.vote.rejected);
  forget(&f);
}

/* What is known of a script that was read is what a scan of its text would show. */
static void test_traits_of_scripts(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "(declare-const s String)(assert (= s \"a\"))(check-sat)",
      "(declare-const r RegLan)(check-sat)(push 1)(check-sat)(pop 1)",
      "(declare-const q (Seq Int))(assert (= (seq.len q) 1))(check-sat)(get-model)",
      "(declare-const f (_ FloatingPoint 5 11))(assert (fp.isNaN f))(check-sat)",
      "(declare-const m RoundingMode)(declare-fun g (Int) Int)(check-sat-assuming (true))",
      "(assert ((_ to_fp 8 24) RNE 0.1))",
      "(define-fun h ((x Int)) Int x)(echo \"sat\")(check-sat)(get-unsat-core)",
      "(assert-soft true)(minimize 1)(check-sat)",
      "(simplify (str.++ \"a\" \"b\"))(check-sat-using smt)",
      "(push 1)(declare-datatypes ((D 0)) (((c (s String)))))(pop 1)",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Fixture f;
    read_facts(&f, texts[i]);
    ScriptTraits scanned = script_traits(texts[i], strlen(texts[i]));
    const ScriptTraits *known = &f.facts.traits;
    assert_int_equal(known->queries, scanned.queries);
    assert_int_equal(known->incremental, scanned.incremental);
    assert_int_equal(known->strings, scanned.strings);
    assert_int_equal(known->floats, scanned.floats);
    assert_int_equal(known->constants, scanned.constants);
    assert_int_equal(known->models, scanned.models);
    assert_int_equal(known->cores, scanned.cores);
    assert_int_equal(known->echoes, scanned.echoes);
    assert_int_equal(known->foreign, scanned.foreign);
    forget(&f);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_statuses),  cmocka_unit_test(test_blanking),
      cmocka_unit_test(test_traits),    cmocka_unit_test(test_computed),
      cmocka_unit_test(test_models),    cmocka_unit_test(test_answers),
      cmocka_unit_test(test_rejection), cmocka_unit_test(test_traits_of_scripts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
